/* Sets of items are their numbers in ascending order, each once. */

/** The set without items. */
export const emptyItems = new Uint32Array();

/** Creates a set from numbers in any order. */
export function toItemSet(items: Iterable<number>): Uint32Array {
  return Uint32Array.from(new Set(items)).sort();
}

/** Returns the items that are in either set. */
export function uniteItems(first: Uint32Array, second: Uint32Array): Uint32Array {
  if (second.length === 0) return first;
  const united = new Uint32Array(first.length + second.length);
  let [count, at, other] = [0, 0, 0];
  while (at < first.length || other < second.length) {
    const a = first[at] ?? Infinity;
    const b = second[other] ?? Infinity;
    united[count++] = Math.min(a, b);
    if (a <= b) at++;
    if (b <= a) other++;
  }
  return united.subarray(0, count);
}

/** Joins sets, each of which is followed by greater numbers. */
export function joinItems(pieces: readonly Uint32Array[]): Uint32Array {
  if (pieces.length < 2) return pieces[0] ?? emptyItems;
  const joined = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
