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
  /** If it is a name: all names of each meaning, as the content writes them. */
  names: string[][];
};

/** A parsed query. A text matches if it has all units, or the unit `begun`. */
export type Query = {
  text: string;
  units: Unit[];
  /** The names that start with the whole query, if the query isn't a name itself. */
  begun?: Unit | undefined;
};

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
    const name = findNameAt(pieces, at, text, vocabulary);
    const piece = name?.piece ?? pieces[at]!;
    const unitText = getText(piece, text);
    const word = text.slice(0, piece[0]!.start).split(/\s/).length;
    if (name) {
      units.push({ text: unitText, word, variants: [{ tokens: piece }], ...listNames(name.synonyms) });
    } else if (hasOnlyStopWords || hasMeaning(piece)) {
      const variants = listVariants(piece, vocabulary, isFound);
      units.push({ text: unitText, word, variants, names: [], meanings: [] });
    }
    at += name?.length ?? 1;
  }
  return { text, units, begun: units.length > 0 ? findBegunNames(text, vocabulary) : undefined };
}

/** Tells whether a word means nothing next to others. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

function getText(tokens: readonly Token[], text: string): string {
  return text.slice(tokens[0]!.start, tokens.at(-1)!.end);
}

/** Finds the longest name that starts at a piece. */
function findNameAt(pieces: readonly Token[][], at: number, text: string, vocabulary: Vocabulary) {
  for (let length = Math.min(maxNameWords, pieces.length - at); length > 0; length--) {
    const piece = pieces.slice(at, at + length).flat();
    const synonyms = findSynonyms(toSearchKey(getText(piece, text)), vocabulary);
    if (synonyms.length > 0) return { length, piece, synonyms };
  }
  return undefined;
}

/** Matches the word for the processing before the name of a herb: 炙黄芪, 炒白术. */
const processing = /^[生炙炒制酒醋盐蜜焦煅](?=\p{Script=Han}{2})/u;

/** Finds all names of the thing that a key names. For a processed herb, finds the names of the herb. */
function findSynonyms(key: string, vocabulary: Vocabulary): Synonym[][] {
  const synonyms = vocabulary.findSynonyms(key);
  return synonyms.length > 0 ? synonyms : vocabulary.findSynonyms(key.replace(processing, ""));
}

function listNames(synonyms: readonly Synonym[][]): Pick<Unit, "names" | "meanings"> {
  return {
    meanings: synonyms.map(([name]) => name!.meaning),
    names: synonyms.map((group) => group.map(({ written }) => written)),
  };
}

function listVariants(tokens: Token[], vocabulary: Vocabulary, isFound: (word: SoughtWord) => boolean): Variant[] {
  const { word, isHan } = tokens[0]!;
  if (/\d/.test(word)) return [{ tokens, isPrefix: word.length > 2 }];
  if (isHan || word.length === 1 || isFound({ variants: [{ tokens }], meanings: [] })) return [{ tokens }];
  return [{ tokens }, ...vocabulary.findWordsByPrefix(word).map((longer) => ({ tokens: tokenize(longer) }))];
}

function findBegunNames(text: string, vocabulary: Vocabulary): Unit | undefined {
  const prefix = toPrefixKey(text);
  const isName = vocabulary.findSynonyms(toSearchKey(text)).length > 0;
  if (prefix.length < 2 || /\p{Script=Han}/u.test(prefix) || isName) return undefined;
  const synonyms = vocabulary.findSynonymsByPrefix(prefix);
  return synonyms.length > 0 ? { text, word: 1, variants: [], ...listNames(synonyms) } : undefined;
}

/** Lists all ways to write the words of a query, which are marked in texts. */
export function listMarkedVariants({ text, units, begun }: Query): Variant[] {
  const marked = [...units, ...(begun ? [begun] : [])].flatMap(({ variants, names }) => [
    ...variants,
    ...names.flat().map((name) => ({ tokens: tokenize(name) })),
  ]);
  return [{ tokens: tokenize(text) }, ...marked];
}
