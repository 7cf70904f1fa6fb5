/**
 * Paths that are put together of `pieces`, up to `maxPieces` each: random enough to find what nobody thought of, and the same
 * in each run.
 */
export function* spellings(pieces: readonly string[], maxPieces: number, count = 20_000): Iterable<string> {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < count; round++) {
    yield `/${Array.from({ length: 1 + next(maxPieces) }, () => pieces[next(pieces.length)]).join("")}`;
  }
}
