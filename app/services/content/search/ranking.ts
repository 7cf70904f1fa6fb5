import type { DatabaseSync } from "node:sqlite";
import type { Query, SoughtWord, Variant } from "./query.ts";
import { bitsPerItem, fieldBits, toMeaningTerm, toNameTerm } from "./search-writer.ts";
import { listIndexTerms, toPrefixKey, toSearchKey, tokenize } from "./terms.ts";

/** How well an item matches: the best is 0. Items of one rank are sorted by date, which is the order of their numbers. */
export const ranks = {
  exactTitle: 0,
  otherName: 1,
  titleStart: 2,
  titleAsTyped: 3,
  title: 4,
  tags: 5,
  summary: 6,
  /** Some of the words are only in the text. */
  body: 7,
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

/**
 * Creates an object that ranks the items that a query finds.
 * @param size the greatest number of an item, plus 1
 */
export function createRanker(database: DatabaseSync, size: number) {
  const selectAny = database.prepare("SELECT 1 FROM term WHERE term = ?");
  const selectTerm = database.prepare("SELECT postings FROM term WHERE term = ?");
  const selectTerms = database.prepare("SELECT postings FROM term WHERE term >= ?1 AND term < ?1 || char(0x10FFFF)");

  /** Where the items have a word, because corrections look for the same words in many combinations. */
  const foundWords = new WeakMap<SoughtWord, Bytes>();

  /** Finds where the items have any of the terms. */
  function findTerms(terms: readonly string[], isPrefix = false): Bytes {
    const found = new Uint8Array(size);
    const select = isPrefix ? selectTerms : selectTerm;
    for (const { postings } of terms.flatMap((term) => select.all(term) as { postings: Uint8Array }[])) {
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
    const [first, ...others] = isIndexed ? terms.map((term) => findTerms([term], isPrefix)) : [];
    for (const other of others) {
      // A title starts with a variant if it starts with its first term.
      for (let item = 0; item < size; item++) {
        const bits = other[item]!;
        first![item]! &= bits | (bits & fieldBits.title && fieldBits.titleStart);
      }
    }
    return first ?? new Uint8Array(size);
  }

  /** Finds where the items have a word. */
  function findWord(word: SoughtWord): Bytes {
    const found = foundWords.get(word) ?? findVariants(word);
    foundWords.set(word, found);
    return found;
  }

  function findVariants({ variants, meanings }: SoughtWord): Bytes {
    const found = findTerms(meanings.map(toMeaningTerm));
    for (const part of variants.map(findVariant)) for (let item = 0; item < size; item++) found[item]! |= part[item]!;
    return found;
  }

  /** Finds the items with a name that is the query, means the same, or starts with it. */
  function findNames({ text, units }: Query) {
    const prefix = toPrefixKey(text);
    const meanings = units.length === 1 ? units[0]!.meanings : [];
    return {
      same: findTerms([toNameTerm(toSearchKey(text))]),
      meant: findTerms(meanings.map((meaning) => toNameTerm(toMeaningTerm(meaning)))),
      begun: prefix.length < 2 ? new Uint8Array(size) : findTerms([toNameTerm(prefix)], true),
    };
  }

  return {
    /**
     * Ranks the items that match a query. The rank by its texts is that of the worst word.
     * @param visible has 1 for each item that may be found
     */
    rank(query: Query, visible: Bytes): Ranking {
      const { same, meant, begun } = findNames(query);
      const words = query.units.map(findWord);
      const typed = findVariant({ tokens: tokenize(query.text) });
      const single = words.length === 1 ? words[0]! : typed;
      const rankItem = (item: number): number => {
        if (same[item]! & fieldBits.title) return ranks.exactTitle;
        if (same[item]! | meant[item]!) return ranks.otherName;
        if (begun[item]! | ((typed[item]! | single[item]!) & fieldBits.titleStart)) return ranks.titleStart;
        if (typed[item]! & fieldBits.title) return ranks.titleAsTyped;
        let rank = words.length > 0 ? 0 : ranks.none;
        for (const bits of words) rank = Math.max(rank, ranksOfBits[bits[item]!]!);
        return rank;
      };
      const found: Ranking = { ranks: new Uint8Array(size).fill(ranks.none), best: ranks.none, count: 0 };
      for (let item = 0; item < size; item++) {
        const rank = visible[item] === 1 ? rankItem(item) : ranks.none;
        if (rank === ranks.none) continue;
        found.ranks[item] = rank;
        found.best = Math.min(found.best, rank);
        found.count++;
      }
      return found;
    },

    /** Tells whether any visible item has a word. */
    hasWord: (word: SoughtWord, visible: Bytes): boolean =>
      findWord(word).some((bits, item) => bits > 0 && visible[item] === 1),
  };
}
