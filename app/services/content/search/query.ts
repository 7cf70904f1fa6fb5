import { findNameAt } from "./query-names.ts";
import { isStopWord } from "./stop-words.ts";
import { groupRuns, tokenize, type Token } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A parsed query. A text matches if it has all units. */
export type Query = { text: string; units: Unit[] };

export type Unit = SoughtWord & {
  text: string;
  /** Which of the words between spaces it is in: `QG-P-0101` is several units, but one word. */
  word: number;
  /** If it is a name, or the start of names: all names of each meaning, as the content writes them. */
  names: string[][];
};

/** A word or name to look for. A text matches if it has any of the variants, or any name of the meanings. */
export type SoughtWord = {
  variants: readonly Variant[];
  meanings: readonly number[];
};

export type Variant = {
  tokens: Token[];
  /** Whether longer words that start with it match too. Only for numbers, because other words are in the vocabulary. */
  isPrefix?: boolean;
};

type IsFound = (word: SoughtWord) => boolean;

/** The search ignores further units. */
const maxUnits = 12;

/** Parses the text that a visitor typed: into names, as long as possible, and the words between them. */
export function readQuery(text: string, vocabulary: Vocabulary, isFound: IsFound): Query {
  const runs = groupRuns(tokenize(text));
  const keepsStopWords = runs.every(isStopRun);
  const units: Unit[] = [];
  for (let at = 0; at < runs.length && units.length < maxUnits;) {
    const { length, synonyms, isBegun } = findNameAt(runs, at, text, vocabulary);
    const tokens = runs.slice(at, at + length).flat();
    at += length;
    if (synonyms.length === 0 && !keepsStopWords && isStopRun(tokens)) continue;
    units.push({
      text: text.slice(tokens[0]!.start, tokens.at(-1)!.end),
      word: text.slice(0, tokens[0]!.start).split(/\s/).length,
      // A whole name of several words is found by its meaning, as a phrase.
      variants: length > 1 && !isBegun ? [] : listVariants(tokens, vocabulary, isFound),
      names: synonyms.map((group) => group.map(({ written }) => written)),
      meanings: synonyms.map(([synonym]) => synonym!.meaning),
    });
  }
  return { text, units };
}

function isStopRun(run: readonly Token[]): boolean {
  return isStopWord(run.map(({ word }) => word).join(""));
}

/** Lists the ways to write a word. If no text has the word itself, these include longer words that start with it. */
function listVariants(tokens: Token[], vocabulary: Vocabulary, isFound: IsFound): Variant[] {
  const typed = { tokens };
  const { word, isHan } = tokens[0]!;
  if (groupRuns(tokens).length > 1) return [typed];
  if (/\d/.test(word)) return [{ tokens, isPrefix: word.length > 2 }];
  if (isHan || word.length === 1 || isFound({ variants: [typed], meanings: [] })) return [typed];
  return [typed, ...vocabulary.findWordsByPrefix(word).map((longer) => ({ tokens: tokenize(longer) }))];
}
