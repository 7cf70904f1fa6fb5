import type { DatabaseSync } from "node:sqlite";
import type { SearchedWord, Variant } from "./query.ts";
import { bitsPerItem, fieldBits, toMeaningTerm } from "./search-writer.ts";
import { listIndexTerms } from "./terms.ts";

/** A byte for each item, by its number. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Finds words in items. Each result byte has a bit for each field. */
export type TermIndex = ReturnType<typeof openTermIndex>;

/** @param size greatest item number, plus 1 */
export function openTermIndex(database: DatabaseSync, size: number) {
  const selectAny = database.prepare("SELECT 1 FROM term WHERE term = ?");
  const selectTerm = database.prepare("SELECT postings FROM term WHERE term = ?");
  const selectTerms = database.prepare("SELECT postings FROM term WHERE term >= ?1 AND term < ?1 || char(0x10FFFF)");

  /** Caches results of `findWord`, because corrections combine the same words repeatedly. */
  const foundWords = new WeakMap<SearchedWord, Bytes>();

  /** Finds the items with any of the terms. @param isPrefix whether longer terms that begin with one match as well */
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

  /** Finds the items that have all terms of a variant in the same field. */
  function findVariant({ tokens, isPrefix }: Variant): Bytes {
    const terms = [...new Set(listIndexTerms(tokens))];
    const isIndexed = isPrefix || terms.every((term) => selectAny.get(term) !== undefined);
    const [found, ...others] = isIndexed ? terms.map((term) => findTerms([term], isPrefix)) : [];
    for (const other of others) keepCommonFields(found!, other);
    return found ?? new Uint8Array(size);
  }

  function findWord(word: SearchedWord): Bytes {
    const known = foundWords.get(word);
    if (known) return known;
    const found = findTerms(word.meanings.map(toMeaningTerm));
    for (const variant of word.variants) addFields(found, findVariant(variant));
    foundWords.set(word, found);
    return found;
  }

  return {
    findTerms,
    findVariant,
    findWord,

    /** @param visible contains 1 for each findable item */
    hasWord: (word: SearchedWord, visible: Bytes): boolean =>
      findWord(word).some((bits, item) => bits > 0 && visible[item] === 1),
  };
}

/**
 * Keeps, for each item, only the fields that also contain the other term. `titleStart` stays if the title contains the
 * other term, because only a variant's first term can be at the title's start.
 */
function keepCommonFields(found: Bytes, other: Bytes): void {
  for (let item = 0; item < found.length; item++) {
    const bits = other[item]!;
    found[item]! &= bits | (bits & fieldBits.title && fieldBits.titleStart);
  }
}

function addFields(found: Bytes, other: Bytes): void {
  for (let item = 0; item < found.length; item++) found[item]! |= other[item]!;
}
