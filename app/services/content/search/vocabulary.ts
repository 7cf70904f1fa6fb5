import type { DatabaseSync } from "node:sqlite";
import { getSyllables } from "./pinyin.ts";
import { createSimilarWords } from "./similar-words.ts";
import type { Pause } from "./turns.ts";

/** A name as the content writes it, and the number of its meaning. */
export type Synonym = { written: string; meaning: number };

/** Maximum number of meanings and words that start with what was typed. */
const maxPrefixMatches = { meanings: 8, words: 12 };

/** Maximum number of ways to divide a word into syllables. */
const maxDivisions = 3;

/** The words and names of the content. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

/** Creates the vocabulary of the compiled content. */
export function createVocabulary(database: DatabaseSync) {
  const statement = {
    synonyms: database.prepare(
      `SELECT others.written, others.meaning FROM synonym JOIN synonym AS others USING (meaning) WHERE synonym.key = ?
       ORDER BY others.place`,
    ),
    meanings: database.prepare(
      `SELECT DISTINCT meaning FROM synonym WHERE key >= ?1 AND key < ?1 || char(0x10FFFF) LIMIT ${maxPrefixMatches.meanings}`,
    ),
    namesOfMeaning: database.prepare("SELECT written, meaning FROM synonym WHERE meaning = ? ORDER BY place"),
    words: database.prepare(
      `SELECT word FROM word INDEXED BY word_by_letters WHERE word >= ?1 AND word < ?1 || char(0x10FFFF)
       ORDER BY place LIMIT ${maxPrefixMatches.words}`,
    ),
    allNames: database.prepare("SELECT DISTINCT written FROM synonym"),
    isSyllable: database.prepare("SELECT 1 FROM sound WHERE sound = ? LIMIT 1"),
    characters: database.prepare("SELECT character FROM sound WHERE sound = ?"),
  };
  const isSyllable = (letters: string) => statement.isSyllable.get(letters) !== undefined;
  const findSimilarWords = createSimilarWords(database);
  let names: string[] | undefined;

  return {
    /** Finds all names of the thing that has this name. @param key the name as a search key */
    findSynonyms: (key: string) => statement.synonyms.all(key) as Synonym[],

    /** Finds all names of each thing with a name that starts with this text. @param prefix start of a search key */
    findSynonymsByPrefix: (prefix: string) =>
      (statement.meanings.all(prefix) as { meaning: number }[]).flatMap(
        ({ meaning }) => statement.namesOfMeaning.all(meaning) as Synonym[],
      ),

    /** Finds the most frequent words that start with these letters. */
    findWordsByPrefix: (prefix: string) => (statement.words.all(prefix) as { word: string }[]).map(({ word }) => word),

    /** Divides Pinyin without spaces into syllables that occur in the content, in all ways: `huang qi`. */
    splitIntoSyllables: (word: string) => divide(word, isSyllable).slice(0, maxDivisions),

    /** Finds other characters of the content with the same sound, whatever the tone. */
    findHomophones(character: string): string[] {
      const rows = getSyllables(character).flatMap(
        (sound) => statement.characters.all(sound) as { character: string }[],
      );
      return [...new Set(rows.map((row) => row.character))].filter((other) => other !== character);
    },

    /** Finds words with one edit or two from `word`. Those with one come first, then the most frequent. */
    findSimilarWords: (word: string, pause: Pause): Promise<{ word: string; edits: number }[]> =>
      findSimilarWords(word, pause),

    /** Returns the names of herbs and the synonyms, as the content writes them. */
    getNames: (): readonly string[] =>
      (names ??= (statement.allNames.all() as { written: string }[]).map((row) => row.written)),
  };
}

/** Maximum number of letters of a syllable of Pinyin, such as `zhuang`. */
const maxSyllableLength = 6;

/** Maximum number of syllables of a word. */
const maxSyllables = 10;

/** Divides a word into two or more syllables, in all ways. */
function divide(word: string, isSyllable: (letters: string) => boolean): string[] {
  const [minLength, maxLength] = [3, maxSyllables * maxSyllableLength];
  if (word.length < minLength || word.length > maxLength || !/^[a-z]+$/.test(word)) return [];
  // For each place: the ways to divide what follows it. The loop starts at the end.
  const ways: string[][] = [...Array.from({ length: word.length }, () => []), [""]];
  for (let start = word.length - 1; start >= 0; start--) {
    for (let end = Math.min(word.length, start + maxSyllableLength); end > start; end--) {
      if (ways[end]!.length === 0 || ways[start]!.length >= maxDivisions) continue;
      const syllable = word.slice(start, end);
      if (isSyllable(syllable)) ways[start]!.push(...ways[end]!.map((rest) => `${syllable} ${rest}`.trim()));
    }
  }
  return ways[0]!.filter((way) => way.includes(" "));
}
