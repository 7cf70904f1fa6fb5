import type { DatabaseSync } from "node:sqlite";
import type { Query, SoughtWord, Variant } from "./query.ts";
import { bitsPerItem, fieldBits, toMeaningTerm } from "./search-writer.ts";
import { groupRuns, listIndexTerms, toPrefixKey, toSearchKey, tokenize } from "./terms.ts";

/** How well an item matches: the best is 0. Items of one rank are sorted by date, which is the order of their numbers. */
export const ranks = {
  exactTitle: 0,
  otherName: 1,
  /** Another name of a thing with a name that starts with the query. */
  begunName: 2,
  titleStart: 3,
  titleAsTyped: 4,
  title: 5,
  tags: 6,
  summary: 7,
  /** Some of the words are only in the text. */
  body: 8,
  none: 255,
};

/** A byte for each item, by its number: the bits of the fields that have a word, or a rank. */
type Bytes = Uint8Array<ArrayBuffer>;

/** The rank of each item for a query, and the best one of them. */
export type Ranking = { ranks: Bytes; best: number; count: number };

/** The rank of an item by the bits of the fields that have a word. */
const ranksOfBits = Uint8Array.from({ length: 1 << bitsPerItem }, (_, bits) => {
  if (bits & (fieldBits.title | fieldBits.names)) return ranks.title;
  if (bits & fieldBits.tags) return ranks.tags;
  if (bits & fieldBits.summary) return ranks.summary;
  return bits & fieldBits.body ? ranks.body : ranks.none;
});

/** Maximum number of items with a name that starts with the query. */
const maxItemsPerPrefix = 200;

/**
 * Creates an object that ranks the items that a query finds.
 * @param size the greatest number of an item, plus 1
 */
export function createRanker(database: DatabaseSync, size: number) {
  const selectAny = database.prepare("SELECT 1 FROM term WHERE term = ?");
  const selectTerm = database.prepare("SELECT postings FROM term WHERE term = ?");
  const selectTerms = database.prepare("SELECT postings FROM term WHERE term >= ?1 AND term < ?1 || char(0x10FFFF)");
  const selectNames = database.prepare("SELECT item, is_title FROM item_name WHERE key = ?");
  const selectNamesByPrefix = database.prepare(
    `SELECT DISTINCT item FROM item_name WHERE key >= ?1 AND key < ?1 || char(0x10FFFF) LIMIT ${maxItemsPerPrefix}`,
  );

  /** Where the items have a word, because corrections look for the same words in many combinations. */
  const foundWords = new WeakMap<SoughtWord, Bytes>();

  /** Finds where the items have a term. */
  function findTerm(term: string, isPrefix = false): Bytes {
    const found = new Uint8Array(size);
    for (const { postings } of (isPrefix ? selectTerms : selectTerm).all(term) as { postings: Uint8Array }[]) {
      for (const posting of new Uint32Array(postings.slice().buffer)) {
        found[posting >>> bitsPerItem]! |= posting & ((1 << bitsPerItem) - 1);
      }
    }
    return found;
  }

  /** Finds where the items have all terms of a variant in the same field. */
  function findVariant({ tokens, isPrefix }: Variant): Bytes {
    const terms = [...new Set(listIndexTerms(tokens))];
    const isIndexed = isPrefix || terms.every((term) => selectAny.get(term) !== undefined);
    const [first = new Uint8Array(size), ...others] = isIndexed ? terms.map((term) => findTerm(term, isPrefix)) : [];
    for (const other of others) {
      // A title starts with a variant if it starts with its first term.
      for (let item = 0; item < size; item++) {
        const bits = other[item]!;
        first[item]! &= bits | (bits & fieldBits.title && fieldBits.titleStart);
      }
    }
    return first;
  }

  /** Finds where the items have a word. */
  function findWord(word: SoughtWord): Bytes {
    const found = foundWords.get(word) ?? findParts(word);
    foundWords.set(word, found);
    return found;
  }

  function findParts({ variants, meanings }: SoughtWord): Bytes {
    const found = new Uint8Array(size);
    // A name of several words is found by its meaning, as a phrase.
    const looked = meanings.length > 0 ? variants.filter(isRun) : variants;
    const parts = [...looked.map(findVariant), ...meanings.map((meaning) => findTerm(toMeaningTerm(meaning)))];
    for (const part of parts) for (let item = 0; item < size; item++) found[item]! |= part[item]!;
    return found;
  }

  /** Ranks items by the fields that have the words. The rank of an item is that of its worst word. */
  function rankByFields(words: readonly Bytes[]): Bytes {
    const found = new Uint8Array(size).fill(words.length > 0 ? 0 : ranks.none);
    for (const bits of words) {
      for (let item = 0; item < size; item++) found[item] = Math.max(found[item]!, ranksOfBits[bits[item]!]!);
    }
    return found;
  }

  /** Ranks items by their texts. */
  function rankByTexts({ text, units, begun }: Query): Bytes {
    const words = units.map(findWord);
    const begunWord = begun ? findWord(begun) : new Uint8Array(size);
    const typedText = findVariant({ tokens: tokenize(text) });
    const [rank, rankOfBegun] = [rankByFields(words), rankByFields([begunWord])];
    const rankAsTyped = rankByFields(units.map(({ variants }) => findVariant(variants[0]!)));
    for (let item = 0; item < size; item++) {
      const starts = typedText[item]! | begunWord[item]! | (words.length === 1 ? words[0]![item]! : 0);
      const isStart = (starts & fieldBits.titleStart) > 0;
      const isAsTyped = rankAsTyped[item] === ranks.title;
      const best = isStart ? ranks.titleStart : isAsTyped ? ranks.titleAsTyped : ranks.none;
      rank[item] = Math.min(rank[item]!, rankOfBegun[item]!, best);
    }
    return rank;
  }

  /** Improves the ranks of items with a name that is the query, starts with it, or means the same. */
  function improveByNames(rank: Bytes, { text, units, begun }: Query): void {
    const improve = (item: number, other: number) => (rank[item] = Math.min(rank[item]!, other));
    const otherNames = units.length === 1 ? units[0]!.names.flat() : [];
    const prefix = toPrefixKey(text);
    const started = prefix.length < 2 ? [] : (selectNamesByPrefix.all(prefix) as { item: number }[]);
    for (const { item } of started) improve(item, ranks.titleStart);
    for (const { item } of listNamed(begun?.names.flat() ?? [])) improve(item, ranks.begunName);
    for (const { item } of listNamed(otherNames)) improve(item, ranks.otherName);
    for (const { item, is_title } of listNamed([text])) improve(item, is_title ? ranks.exactTitle : ranks.otherName);
  }

  /** Lists the items with any of these names. */
  function listNamed(names: readonly string[]): { item: number; is_title: number }[] {
    const keys = new Set(names.map(toSearchKey));
    return [...keys].flatMap((key) => selectNames.all(key) as { item: number; is_title: number }[]);
  }

  return {
    /**
     * Ranks the items that match a query.
     * @param visible has 1 for each item that may be found
     */
    rank(query: Query, visible: Bytes): Ranking {
      const rank = rankByTexts(query);
      improveByNames(rank, query);
      return summarize(rank, visible);
    },

    /** Tells whether any visible item has a word. */
    hasWord(word: SoughtWord, visible: Bytes): boolean {
      const found = findWord(word);
      for (let item = 0; item < size; item++) if (found[item]! > 0 && visible[item] === 1) return true;
      return false;
    },
  };
}

/** Tells whether a variant is a single word or run of Han characters. */
function isRun({ tokens }: Variant): boolean {
  return groupRuns(tokens).length === 1;
}

/** Leaves out the items that aren't visible. */
function summarize(rank: Bytes, visible: Bytes): Ranking {
  let [best, count] = [ranks.none, 0];
  for (let item = 0; item < rank.length; item++) {
    if (visible[item] !== 1) rank[item] = ranks.none;
    if (rank[item] === ranks.none) continue;
    best = Math.min(best, rank[item]!);
    count++;
  }
  return { ranks: rank, best, count };
}
