import { groupRuns, tokenize, toPrefixKey, toSearchKey, type Token } from "./terms.ts";
import type { Synonym, Vocabulary } from "./vocabulary.ts";

/** A parsed query, all of whose units must match. */
export type Query = { text: string; units: Unit[] };

export type Unit = SearchedWord & {
  text: string;
  /** Number of the unit's word in the text, from 1. A word such as `QG-P-0101` has several units. */
  word: number;
  /** All names of each meaning, as in the content, if the unit is a name or the start of names. */
  names: string[][];
};

/** A word or name to find. A text matches if it has any of the variants, or any name of the meanings. */
export type SearchedWord = { variants: readonly Variant[]; meanings: readonly number[] };

export type Variant = {
  tokens: Token[];
  /** Whether longer words that begin with a token match as well. Only for numbers, because the vocabulary has none. */
  isPrefix?: boolean;
};

type IsWordFound = (word: SearchedWord) => boolean;

/** Maximum number of units in a query; the search ignores the rest. */
const maxUnits = 12;

/** Parses a text into the longest names, and the words between them. */
export function readQuery(text: string, vocabulary: Vocabulary, isFound: IsWordFound): Query {
  const runs = groupRuns(tokenize(text));
  const keepsStopWords = runs.every(isStopRun);
  const units: Unit[] = [];
  for (let at = 0; at < runs.length && units.length < maxUnits;) {
    const { length, synonyms, isPrefixMatch } = findNameAt(runs, at, text, vocabulary);
    const tokens = runs.slice(at, at + length).flat();
    at += length;
    if (synonyms.length === 0 && !keepsStopWords && isStopRun(tokens)) continue;
    units.push({
      text: text.slice(tokens[0]!.start, tokens.at(-1)!.end),
      word: text.slice(0, tokens[0]!.start).split(/\s/).length,
      // A complete name of several words is found by its meaning, so it needs no variants.
      variants: length > 1 && !isPrefixMatch ? [] : listVariants(tokens, vocabulary, isFound),
      names: synonyms.map((group) => group.map(({ written }) => written)),
      meanings: synonyms.map(([synonym]) => synonym!.meaning),
    });
  }
  return { text, units };
}

function isStopRun(run: readonly Token[]): boolean {
  return isStopWord(run.map(({ word }) => word).join(""));
}

/** Lists the variants of a word. If the word itself has no matches, they include longer words that begin with it. */
function listVariants(tokens: Token[], vocabulary: Vocabulary, isFound: IsWordFound): Variant[] {
  const typed = { tokens };
  const { word, isHan } = tokens[0]!;
  if (groupRuns(tokens).length > 1) return [typed];
  if (/\d/.test(word)) return [{ tokens, isPrefix: word.length > 2 }];
  if (isHan || word.length === 1 || isFound({ variants: [typed], meanings: [] })) return [typed];
  return [typed, ...vocabulary.findWordsByPrefix(word).map((longer) => ({ tokens: tokenize(longer) }))];
}

/** Maximum number of runs of a name. */
const maxNameLength = 10;

/** Matches the processing prefix of a herb's name, for example 炙 in 炙黄芪. */
const processingPattern = /^[生炙炒制酒醋盐蜜焦煅](?=\p{Script=Han}{2})/u;

/**
 * Finds the longest name that begins at a run. A whole query that isn't a name matches the names that begin with it.
 * @returns a single run without synonyms if there is no name
 */
function findNameAt(runs: readonly Token[][], at: number, text: string, vocabulary: Vocabulary) {
  const start = runs[at]![0]!.start;
  for (let length = Math.min(maxNameLength, runs.length - at); length > 0; length--) {
    const writtenName = text.slice(start, runs[at + length - 1]!.at(-1)!.end);
    const synonyms = findSynonyms(writtenName, vocabulary);
    if (synonyms.length > 0) return { length, synonyms, isPrefixMatch: false };
    const prefixSynonyms = length === runs.length ? findSynonymsByPrefix(writtenName, vocabulary) : [];
    if (prefixSynonyms.length > 0) return { length, synonyms: prefixSynonyms, isPrefixMatch: true };
  }
  return { length: 1, synonyms: [], isPrefixMatch: false };
}

/** Finds a name's synonyms; if it has none, those of the name without its processing prefix. */
function findSynonyms(name: string, vocabulary: Vocabulary): Synonym[][] {
  const key = toSearchKey(name);
  const synonyms = vocabulary.findSynonyms(key);
  return synonyms.length > 0 ? synonyms : vocabulary.findSynonyms(key.replace(processingPattern, ""));
}

function findSynonymsByPrefix(start: string, vocabulary: Vocabulary): Synonym[][] {
  const prefix = toPrefixKey(start);
  return prefix.length < 2 || /\p{Script=Han}/u.test(prefix) ? [] : vocabulary.findSynonymsByPrefix(prefix);
}

/** Words that are ignored if a query has other words, because most questions or pages have them. */
const stopWords = new Set(
  `a an and any are as at be buy by can do does for from get good herb herbal herbs how i in is it many me medicine much my
  need of on or please product products remedies remedy should that the there to want we what when where which with you your
  的 了 吗 呢 吧 和 与 及 是 有 什么 怎么 怎样 如何 哪些 哪里 多少 多少钱 钱 公斤 可以 能 要 买 吃 喝 请问`.split(
    /\s+/,
  ),
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
