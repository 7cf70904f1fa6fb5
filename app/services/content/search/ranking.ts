import type { Query } from "./query.ts";
import { bitsPerItem, fieldBits, toMeaningTerm, toNameTerm } from "./search-writer.ts";
import type { Bytes, TermIndex } from "./term-index.ts";
import { tokenize, toPrefixKey, toSearchKey } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Ranks of an item; the best is 0. Items of equal rank are sorted by date, that is by number. */
export const ranks = {
  exactTitle: 0,
  otherName: 1,
  titleStart: 2,
  titleAsTyped: 3,
  title: 4,
  tags: 5,
  summary: 6,
  /** At least one word of the query is only in the body. */
  body: 7,
  none: 255,
};

export type Ranking = { query: Query; ranks: Bytes; best: number; count: number };

/** @param visible contains 1 for each findable item */
export function rankItems(query: Query, index: TermIndex, visible: Bytes): Ranking {
  const rankItem = createItemRanker(query, index);
  const ranksOfItems = new Uint8Array(visible.length).fill(ranks.none);
  const ranking: Ranking = { query, ranks: ranksOfItems, best: ranks.none, count: 0 };
  for (let item = 0; item < visible.length; item++) {
    const rank = visible[item] === 1 ? rankItem(item) : ranks.none;
    if (rank === ranks.none) continue;
    ranksOfItems[item] = rank;
    ranking.best = Math.min(ranking.best, rank);
    ranking.count++;
  }
  return ranking;
}

/** Ranks an item by its names if they match the whole query, otherwise by its texts. */
function createItemRanker({ text, units }: Query, index: TermIndex): (item: number) => number {
  const prefix = toPrefixKey(text);
  const meanings = units.length === 1 ? units[0]!.meanings : [];
  // Items whose name is the query, is its synonym, or starts with the query.
  const exactMatches = index.findTerms([toNameTerm(toSearchKey(text))]);
  const meaningMatches = index.findTerms(meanings.map((meaning) => toNameTerm(toMeaningTerm(meaning))));
  const prefixMatches = index.findTerms(prefix.length < 2 ? [] : [toNameTerm(prefix)], true);

  const fieldBitsByWord = units.map(index.findWord);
  const typedMatches = index.findVariant({ tokens: tokenize(text) });
  const singleWordMatches = fieldBitsByWord.length === 1 ? fieldBitsByWord[0]! : typedMatches;

  return (item) => {
    if (exactMatches[item]! & fieldBits.title) return ranks.exactTitle;
    if (exactMatches[item]! | meaningMatches[item]!) return ranks.otherName;
    if (prefixMatches[item]! | ((typedMatches[item]! | singleWordMatches[item]!) & fieldBits.titleStart))
      return ranks.titleStart;
    if (typedMatches[item]! & fieldBits.title) return ranks.titleAsTyped;
    return rankByTexts(item, fieldBitsByWord);
  };
}

/** Ranks an item by its worst word's rank. */
function rankByTexts(item: number, fieldBitsByWord: readonly Bytes[]): number {
  let worstRank = fieldBitsByWord.length > 0 ? 0 : ranks.none;
  for (const bits of fieldBitsByWord) worstRank = Math.max(worstRank, ranksOfBits[bits[item]!]!);
  return worstRank;
}

const ranksOfBits = Uint8Array.from({ length: 1 << bitsPerItem }, (_, bits) => {
  if (bits & (fieldBits.title | fieldBits.names)) return ranks.title;
  if (bits & fieldBits.tags) return ranks.tags;
  if (bits & fieldBits.summary) return ranks.summary;
  return bits & fieldBits.body ? ranks.body : ranks.none;
});

/** Maximum number of a query's words that are compared with names, and of a name's words. */
const maxWords = { query: 30, name: 10 };

type Names = { index: TermIndex; vocabulary: Vocabulary; visible: Bytes };

/**
 * Finds the visible items of which the query contains a whole name, the longest that is one.
 * @returns their numbers, with the keys of all parts of the query that are as long
 */
export function findNamedItems(text: string, { index, vocabulary, visible }: Names) {
  const tokens = tokenize(text).slice(0, maxWords.query);
  for (let length = Math.min(maxWords.name, tokens.length); length > 0; length--) {
    const ends = tokens.slice(length - 1);
    const keys = new Set(ends.map(({ end }, start) => toSearchKey(text.slice(tokens[start]!.start, end))));
    // A single character is too short to mean one item.
    for (const key of keys) if (key.length < 2) keys.delete(key);
    const groups = [...keys].flatMap((key) => {
      const whole = vocabulary.findSynonyms(key);
      return whole.length > 0 ? whole : vocabulary.findSynonymsByFirstWords(key);
    });
    const meanings = groups.map(([synonym]) => toNameTerm(toMeaningTerm(synonym!.meaning)));
    const found = index.findTerms([...Array.from(keys, toNameTerm), ...meanings]);
    const numbers = [...found.keys()].filter((number) => found[number]! > 0 && visible[number] === 1);
    if (numbers.length > 0) return numbers.map((number) => ({ number, keys }));
  }
  return [];
}
