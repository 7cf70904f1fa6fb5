/*
 * A table counts its places without gaps, those of hidden members too. A reader counts only what is shown. Everything
 * here takes as long as the logarithm of how many are hidden.
 */

/** Places of hidden members, in order. */
export type HiddenPlaces = readonly number[];

/** The place in the table of what is shown at `rank`, counted from 0. */
export function placeOfRank(hidden: HiddenPlaces, rank: number): number {
  // Before the nth hidden member stand its place less n that are shown.
  return rank + firstWhere(hidden.length, (index) => hidden[index]! - index > rank);
}

/** How many shown members stand before a place of the table. */
export function rankOfPlace(hidden: HiddenPlaces, place: number): number {
  return place - firstWhere(hidden.length, (index) => hidden[index]! >= place);
}

/** What is shown from `rank` on, as ranges of the table that nothing hidden stands in; `end` is the first place after. */
export function shownRanges(hidden: HiddenPlaces, rank: number, size: number): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let done = 0; done < size;) {
    const start = placeOfRank(hidden, rank + done);
    const next = hidden[firstWhere(hidden.length, (index) => hidden[index]! >= start)] ?? Infinity;
    const end = Math.min(next, start + size - done);
    ranges.push({ start, end });
    done += end - start;
  }
  return ranges;
}

/** The first number below `count` for which something holds that holds for all after it; `count` where there is none. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
