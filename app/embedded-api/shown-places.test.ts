import { expect, test } from "vitest";
import { placeOfRank, rankOfPlace, shownRanges } from "./shown-places.ts";

const tables = [[], [0], [3], [0, 1, 2], [2, 3, 7, 9], [5, 6, 7, 8, 9, 10, 11], [0, 4, 5, 11]];

test.each(tables.map((hidden) => [hidden]))("with %j hidden, ranks and places are each other's", (hidden) => {
  const shown = Array.from({ length: 12 }, (_, place) => place).filter((place) => !hidden.includes(place));
  shown.forEach((place, rank) => {
    expect(placeOfRank(hidden, rank)).toBe(place);
    expect(rankOfPlace(hidden, place)).toBe(rank);
  });
});

test.each(tables.map((hidden) => [hidden]))("with %j hidden, every page has what a filtered list has", (hidden) => {
  const shown = Array.from({ length: 40 }, (_, place) => place).filter((place) => !hidden.includes(place));
  for (const size of [1, 2, 5, 12]) {
    for (let rank = 0; rank + size <= shown.length; rank++) {
      const places = shownRanges(hidden, rank, size).flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, index) => start + index),
      );
      expect(places).toEqual(shown.slice(rank, rank + size));
    }
  }
});
