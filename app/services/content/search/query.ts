import { groupRuns, toPrefixKey, toSearchKey, tokenize, type Token } from "./terms.ts";
import type { Synonym, Vocabulary } from "./vocabulary.ts";

/** One way to write a word of a query. */
export type Variant = {
  tokens: Token[];
  /** Whether longer words that start with it match too. Only for numbers, because other words are in the vocabulary. */
  isPrefix?: boolean;
};

/** A word or name to look for. A text matches if it has any of the variants, or any name of the meanings. */
export type SoughtWord = {
  /** The word as typed, then its other variants. */
  variants: readonly Variant[];
  /** The numbers of the meanings of a name. */
  meanings: readonly number[];
};

/** A word or name of a query. */
export type Unit = SoughtWord & {
  text: string;
  /** Which of the words between spaces it is in: `QG-P-0101` is several units, but one word. */
  word: number;
  /** If it is a name, or the start of names: all names of each meaning, as the content writes them. */
  names: string[][];
};

/** A parsed query. A text matches if it has all units. */
export type Query = { text: string; units: Unit[] };

/** Maximum number of words of a query. The search ignores the rest. */
const maxUnits = 12;

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

/**
 * Parses the text that a visitor typed.
 * @param isFound tells whether any text has a word
 */
export function readQuery(text: string, vocabulary: Vocabulary, isFound: (word: SoughtWord) => boolean): Query {
  const pieces = groupRuns(tokenize(text));
  const hasMeaning = (piece: Token[]) => !isStopWord(piece.map(({ word }) => word).join(""));
  const hasOnlyStopWords = !pieces.some(hasMeaning);
  const units: Unit[] = [];
  for (let at = 0; at < pieces.length && units.length < maxUnits;) {
    const { length, synonyms, isBegun } = findNameAt(pieces, at, text, vocabulary);
    const piece = pieces.slice(at, at + length).flat();
    at += length;
    if (synonyms.length === 0 && !hasOnlyStopWords && !hasMeaning(piece)) continue;
    units.push({
      text: getText(piece, text),
      word: text.slice(0, piece[0]!.start).split(/\s/).length,
      // A name of several words is found by its meaning, as a phrase.
      variants: length > 1 && !isBegun ? [] : listVariants(piece, vocabulary, isFound),
      names: synonyms.map((group) => group.map(({ written }) => written)),
      meanings: synonyms.map(([name]) => name!.meaning),
    });
  }
  return { text, units };
}

/** Tells whether a word means nothing next to others. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

function getText(tokens: readonly Token[], text: string): string {
  return text.slice(tokens[0]!.start, tokens.at(-1)!.end);
}

/** Finds the longest name that starts at a piece, or the names that start with the whole query. */
function findNameAt(pieces: readonly Token[][], at: number, text: string, vocabulary: Vocabulary) {
  for (let length = Math.min(maxNameWords, pieces.length - at); length > 0; length--) {
    const written = getText(pieces.slice(at, at + length).flat(), text);
    const exact = findSynonyms(toSearchKey(written), vocabulary);
    const isBegun = exact.length === 0;
    const synonyms = isBegun && length === pieces.length ? findBegunSynonyms(written, vocabulary) : exact;
    if (synonyms.length > 0) return { length, synonyms, isBegun };
  }
  return { length: 1, synonyms: [], isBegun: false };
}

/** Matches the word for the processing before the name of a herb: 炙黄芪, 炒白术. */
const processing = /^[生炙炒制酒醋盐蜜焦煅](?=\p{Script=Han}{2})/u;

/** Finds all names of the thing that a key names. For a processed herb, finds the names of the herb. */
function findSynonyms(key: string, vocabulary: Vocabulary): Synonym[][] {
  const synonyms = vocabulary.findSynonyms(key);
  return synonyms.length > 0 ? synonyms : vocabulary.findSynonyms(key.replace(processing, ""));
}

function listVariants(tokens: Token[], vocabulary: Vocabulary, isFound: (word: SoughtWord) => boolean): Variant[] {
  const { word, isHan } = tokens[0]!;
  if (groupRuns(tokens).length > 1) return [{ tokens }];
  if (/\d/.test(word)) return [{ tokens, isPrefix: word.length > 2 }];
  if (isHan || word.length === 1 || isFound({ variants: [{ tokens }], meanings: [] })) return [{ tokens }];
  return [{ tokens }, ...vocabulary.findWordsByPrefix(word).map((longer) => ({ tokens: tokenize(longer) }))];
}

function findBegunSynonyms(text: string, vocabulary: Vocabulary): Synonym[][] {
  const prefix = toPrefixKey(text);
  return prefix.length < 2 || /\p{Script=Han}/u.test(prefix) ? [] : vocabulary.findSynonymsByPrefix(prefix);
}

/** Lists all ways to write the words of a query, which are marked in texts. */
export function listMarkedVariants({ text, units }: Query): Variant[] {
  const names = units.flatMap((unit) => unit.names.flat());
  return [
    ...[text, ...names].map((written) => ({ tokens: tokenize(written) })),
    ...units.flatMap(({ variants }) => variants),
  ];
}
