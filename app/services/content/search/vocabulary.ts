import type { DatabaseSync } from "node:sqlite";
import { getSyllables } from "./pinyin.ts";
import { readInTurns } from "./read-in-turns.ts";
import { toSearchKey } from "./terms.ts";

export type Synonym = { key: string; written: string; meaning: number };

const maxPrefixMatches = { meanings: 8, words: 12 };

/** Minimum length of a word for one edit, and for two. An edit adds, drops, replaces or swaps letters. */
const minLengths = { oneEdit: 5, twoEdits: 9 };

export type Vocabulary = Awaited<ReturnType<typeof createVocabulary>>;

export async function createVocabulary(database: DatabaseSync) {
  const select = <Row>(sql: string) => readInTurns(database, sql, (row: Row) => row);
  const synonyms = await select<Synonym>("SELECT key, written, meaning FROM synonym ORDER BY meaning, place");
  const synonymsByKey = Map.groupBy(synonyms, ({ key }) => key);
  const synonymsByFirstWords = new Map<string, Synonym[]>();
  for (const synonym of synonyms) {
    const words = synonym.written.split(" ");
    for (let count = 1; count < words.length; count++) {
      const key = toSearchKey(words.slice(0, count).join(" "));
      // A syllable of Pinyin may be an English word.
      if (key.length >= 4) synonymsByFirstWords.set(key, [...(synonymsByFirstWords.get(key) ?? []), synonym]);
    }
  }
  const synonymsByMeaning = Map.groupBy(synonyms, ({ meaning }) => meaning);
  // The most frequent words come first.
  const sql = "SELECT word FROM word ORDER BY place";
  const words = await readInTurns(database, sql, ({ word }: { word: string }) => word);
  const letters = Uint32Array.from(words, getLetterBits);
  const allSounds = await select<{ sound: string; character: string }>("SELECT * FROM sound");
  const sounds = Map.groupBy(allSounds, ({ sound }) => sound);
  const findOthers = (names: readonly Synonym[]) =>
    [...new Set(names.map(({ meaning }) => meaning))].map((meaning) => synonymsByMeaning.get(meaning)!);

  return {
    /** Names of herbs and synonyms, as in the content. */
    names: [...new Set(synonyms.map(({ written }) => written))] as readonly string[],

    /** Search keys of Han names that have at least two characters, longest first. */
    hanKeys: [...synonymsByKey.keys()]
      .filter((key) => /^\p{Script=Han}{2,}$/u.test(key))
      .sort((a, b) => b.length - a.length),

    /** Finds all names of each meaning of a name. @param key the name as a search key */
    findSynonyms: (key: string): Synonym[][] => findOthers(synonymsByKey.get(key) ?? []),

    /** Finds the names of a herb, such as `astragalus root`, by words that begin the names of no other: `astragalus`. */
    findSynonymsByFirstWords(key: string): Synonym[][] {
      const groups = findOthers(synonymsByFirstWords.get(key) ?? []);
      return groups.length === 1 ? groups : [];
    },

    findSynonymsByPrefix(prefix: string): Synonym[][] {
      const started = synonyms.filter(({ key }) => key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1));
      return findOthers(started).slice(0, maxPrefixMatches.meanings);
    },

    findWordsByPrefix: (prefix: string): string[] =>
      words.filter((word) => word.startsWith(prefix)).slice(0, maxPrefixMatches.words),

    /** Finds a character's homophones in the content. */
    findHomophones(character: string): string[] {
      const characters = getSyllables(character).flatMap((sound) => sounds.get(sound) ?? []);
      return [...new Set(characters.map((one) => one.character))].filter((other) => other !== character);
    },

    /** Finds words within two edits of `word`: one edit first, then by frequency. */
    findSimilarWords(word: string): { text: string; edits: number }[] {
      const maxEdits = word.length >= minLengths.twoEdits ? 2 : word.length >= minLengths.oneEdit ? 1 : 0;
      const bits = getLetterBits(word);
      return words
        .filter((text, index) => {
          const hasSimilarLength = text.length >= 4 && Math.abs(text.length - word.length) <= maxEdits;
          return hasSimilarLength && countBits(letters[index]! ^ bits) <= 2 * maxEdits;
        })
        .map((text) => ({ text, edits: editDistance(word, text) }))
        .filter(({ edits }) => edits > 0 && edits <= maxEdits)
        .sort((a, b) => a.edits - b.edits);
    },
  };
}

/** Returns a word's letters as bits, few of which differ in similar words. */
function getLetterBits(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

function countBits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Returns the number of letters to insert, delete, replace, or swap with the next one (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let rowBeforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      next[column] = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwapped) next[column] = Math.min(next[column]!, rowBeforeLast[column - 2]! + 1);
    }
    [rowBeforeLast, last] = [last, next];
  }
  return last[to.length]!;
}
