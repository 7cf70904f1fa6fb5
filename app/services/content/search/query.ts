import { createPhrase, createTitleStartPhrase, groupRuns } from "./index-tokens.ts";
import { createMeaningToken } from "./meanings.ts";
import { getPrefixKey, getSearchKey, tokenize, type Token } from "./terms.ts";
import type { Synonym, Vocabulary } from "./vocabulary.ts";

/** One way to write a word of a query. */
export type Variant = {
  tokens: Token[];
  /** Whether longer words that start with it match too. Only for numbers, because other words are in the vocabulary. */
  isPrefix?: boolean;
};

/** A word or name of a query. A text matches if it has any of the variants. */
export type Unit = {
  text: string;
  /** Its place in the text of the query. */
  start: number;
  /** The word as typed, then its other variants. */
  variants: Variant[];
  /** If it is a name: all names of the same thing, as the content writes them. */
  names: string[];
  /** The meanings of a name. The index has a token of each, so the variants that are names needn't be looked for. */
  meanings: number[];
};

/** A parsed query. A text matches if it has all units, or one of the names of `prefixMatch`. */
export type Query = { text: string; tokens: Token[]; units: Unit[]; prefixMatch: PrefixMatch };

/** Names that start with the whole query, if the query isn't a name itself. */
type PrefixMatch = {
  names: string[];
  variants: Variant[];
  meanings: number[];
  /** The names, grouped by what they mean. */
  groups: string[][];
};

/** Tells whether any text has a variant. */
type IsIndexed = (variant: Variant) => Promise<boolean>;

/** Maximum number of words of a query. The search ignores the rest. */
const maxUnits = 12;

/** Maximum number of variants of a word. */
const maxVariants = 24;

/** Maximum number of words of a name. */
const maxNameWords = 10;

/** Words that mean nothing next to others, because they are in most questions or on most pages. */
const stopWords = new Set(
  `a an and any are as at be buy by can do does for from get good herb herbal herbs how i in is it many me medicine much my
  need of on or please product products remedies remedy should that the there to want we what when where which with you your
  的 了 吗 呢 吧 和 与 及 是 有 什么 怎么 怎样 如何 哪些 哪里 多少 多少钱 钱 公斤 可以 能 要 买 吃 喝 请问`.split(
    /\s+/,
  ),
);

/** Parses the text that a visitor typed. */
export async function readQuery(text: string, vocabulary: Vocabulary, isIndexed: IsIndexed): Promise<Query> {
  const tokens = tokenize(text);
  const pieces = groupRuns(tokens);
  const words = pieces.map((piece) => piece.map(({ word }) => word).join(""));
  const hasOnlyStopWords = words.every(isStopWord);
  const units: Unit[] = [];
  for (let at = 0; at < pieces.length && units.length < maxUnits;) {
    const name = findNameAt(pieces, at, text, vocabulary);
    if (name) {
      units.push({ ...name.place, ...createNameVariants(name.synonyms, { tokens: name.tokens }) });
    } else if (hasOnlyStopWords || !isStopWord(words[at]!)) {
      units.push(await createWordUnit(pieces[at]!, text, vocabulary, isIndexed));
    }
    at += name?.length ?? 1;
  }
  const prefixMatch = units.length > 0 ? findPrefixMatch(tokens, vocabulary) : noPrefixMatch;
  return { text, tokens, units, prefixMatch };
}

/** Tells whether a word means nothing next to others. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** Finds the longest name that starts at a piece. */
function findNameAt(pieces: readonly Token[][], at: number, text: string, vocabulary: Vocabulary) {
  for (let length = Math.min(maxNameWords, pieces.length - at); length > 0; length--) {
    const tokens = pieces.slice(at, at + length).flat();
    const start = tokens[0]!.start;
    const name = text.slice(start, tokens.at(-1)!.end);
    const synonyms = findSynonyms(getSearchKey(tokens), vocabulary);
    if (synonyms.length > 0) return { length, tokens, synonyms, place: { text: name, start } };
  }
  return undefined;
}

/** Matches the word for the processing before the name of a herb: 炙黄芪, 炒白术. */
const processing = /^[生炙炒制酒醋盐蜜焦煅](?=\p{Script=Han}{2})/u;

/** Finds all names of the thing that a key names. For a processed herb, finds the names of the herb. */
function findSynonyms(key: string, vocabulary: Vocabulary) {
  const synonyms = vocabulary.findSynonyms(key);
  return synonyms.length === 0 && processing.test(key)
    ? vocabulary.findSynonyms(key.replace(processing, ""))
    : synonyms;
}

/** Creates variants of a name: as typed, and all of its synonyms. */
function createNameVariants(
  synonyms: readonly Synonym[],
  ...typedVariants: Variant[]
): Pick<Unit, "names" | "variants" | "meanings"> {
  const names = [...new Set(synonyms.map(({ written }) => written))];
  const variants = [...typedVariants, ...names.map((name) => ({ tokens: tokenize(name) }))];
  const meanings = [...new Set(synonyms.map(({ meaning }) => meaning))];
  return { names, variants: variants.slice(0, maxVariants), meanings };
}

async function createWordUnit(
  tokens: Token[],
  text: string,
  vocabulary: Vocabulary,
  isIndexed: IsIndexed,
): Promise<Unit> {
  const typedVariant: Variant = { tokens };
  const { word, isHan, start } = tokens[0]!;
  const unit = { text: text.slice(start, tokens.at(-1)!.end), start, names: [], meanings: [] };
  if (isHan) return { ...unit, variants: [typedVariant] };
  if (/\d/.test(word)) return { ...unit, variants: [{ ...typedVariant, isPrefix: word.length > 2 }] };
  const spoken = vocabulary.splitIntoSyllables(word);
  const longer = word.length > 1 && !(await isIndexed(typedVariant)) ? vocabulary.findWordsByPrefix(word) : [];
  const variants = [...spoken, ...longer].map((variant) => ({ tokens: tokenize(variant) }));
  return { ...unit, variants: [typedVariant, ...variants].slice(0, maxVariants) };
}

/** The value of `prefixMatch` if no names start with the query. */
export const noPrefixMatch: PrefixMatch = { names: [], variants: [], meanings: [], groups: [] };

function findPrefixMatch(tokens: readonly Token[], vocabulary: Vocabulary): PrefixMatch {
  const prefix = getPrefixKey(tokens);
  const isName = vocabulary.findSynonyms(getSearchKey(tokens)).length > 0;
  if (prefix.length < 2 || /\p{Script=Han}/u.test(prefix) || isName) return noPrefixMatch;
  const synonyms = vocabulary.findSynonymsByPrefix(prefix);
  const groups = Map.groupBy(synonyms, ({ meaning }) => meaning).values();
  return {
    ...createNameVariants(synonyms),
    groups: Array.from(groups, (group) => group.map(({ written }) => written)),
  };
}

/** Creates the FTS5 expression of a variant. */
export function createVariantExpression({ tokens, isPrefix }: Variant): string {
  return isPrefix ? `${createPhrase(tokens)}*` : createPhrase(tokens);
}

/** Creates the FTS5 expression of texts that have a unit. */
export function createUnitExpression({ names, variants, meanings }: Unit): string {
  const phrasesOfNames = new Set(names.map((name) => createPhrase(tokenize(name))));
  const phrases = variants.map(createVariantExpression).filter((phrase) => !phrasesOfNames.has(phrase));
  return `(${[...new Set(phrases), ...meanings.map(createMeaningPhrase)].join(" OR ")})`;
}

/** Creates the FTS5 expression of texts that match a query. */
export function createQueryExpression({ units, prefixMatch }: Query): string {
  const all = [...new Set(units.map(createUnitExpression))].join(" AND ");
  const { meanings } = prefixMatch;
  return meanings.length === 0 ? `(${all})` : `((${all}) OR ${meanings.map(createMeaningPhrase).join(" OR ")})`;
}

function createMeaningPhrase(meaning: number): string {
  return `"${createMeaningToken(meaning)}"`;
}

/** Creates the FTS5 expression of titles that start with the query or another variant of it. */
export function createTitleStartExpression({ tokens, units, prefixMatch }: Query): string {
  const variants = [{ tokens }, ...(units.length === 1 ? units[0]!.variants : []), ...prefixMatch.variants];
  return `(${[...new Set(variants.map((variant) => createTitleStartPhrase(variant.tokens)))].join(" OR ")})`;
}
