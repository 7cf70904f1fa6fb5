import { isStopWord, type Query } from "./query.ts";
import { tokenize } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Maximum number of characters of a name in a run. */
const maxNameLength = 8;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Divides runs of Han characters into names and words, with spaces between them. Returns the same text if there is nothing to divide. */
export function splitRuns({ text, units }: Query, vocabulary: Vocabulary): string {
  const words = units.flatMap((unit) => {
    const tokens = tokenize(unit.text);
    const isRun = unit.variants.length === 1 && tokens.length > 2 && tokens[0]!.isHan;
    return isRun ? splitRun(unit.text, vocabulary) : [unit.text];
  });
  return words.length > units.length ? words.join(" ") : text;
}

/** Finds the names in a run; `Intl.Segmenter` divides the rest. */
function splitRun(run: string, vocabulary: Vocabulary): string[] {
  const characters = [...run];
  const words: string[] = [];
  let rest = "";
  const addRest = () => {
    words.push(...joinSingleCharacters(Array.from(segmenter.segment(rest), ({ segment }) => segment)));
    rest = "";
  };
  for (let at = 0; at < characters.length;) {
    const length = getNameLength(characters, at, vocabulary);
    if (length > 0) {
      addRest();
      words.push(characters.slice(at, at + length).join(""));
    } else rest += characters[at]!;
    at += Math.max(1, length);
  }
  addRest();
  return words;
}

/** Joins adjacent single characters. The segmenter splits words that it does not know into characters. */
function joinSingleCharacters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isAfterSingle = false;
  for (const word of words) {
    const isSingle = [...word].length === 1 && !isStopWord(word);
    if (isSingle && isAfterSingle) joined.push(joined.pop()! + word);
    else joined.push(word);
    isAfterSingle = isSingle;
  }
  return joined;
}

/** Returns the length of the longest name that starts at a character; 0 if there is none. */
function getNameLength(characters: readonly string[], at: number, vocabulary: Vocabulary): number {
  for (let length = Math.min(maxNameLength, characters.length - at); length > 1; length--) {
    if (vocabulary.findSynonyms(characters.slice(at, at + length).join("")).length > 0) return length;
  }
  return 0;
}
