/** Creates paths of up to `maxPieces` random `pieces`, equal in each run. */
export function* createSpellings(pieces: readonly string[], maxPieces: number, count = 20_000): Iterable<string> {
  let seed = 7;
  const getNextNumber = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  for (let round = 0; round < count; round++) {
    yield `/${Array.from({ length: 1 + getNextNumber(maxPieces) }, () => pieces[getNextNumber(pieces.length)]).join("")}`;
  }
}
