/** Lists only the differing lines of multi-line texts: added lines without `from`, removed lines without `to`. */
export function listChangedLines(from: unknown, to: unknown): { from: unknown; to: unknown }[] {
  if (typeof from !== "string" || typeof to !== "string" || !/\n/.test(from + to)) return [{ from, to }];
  const [old, now] = [from, to].map((text) => text.split("\n").filter((line) => line.trim())) as [string[], string[]];
  const [removed, added] = [listUniqueLines(old, new Set(now)), listUniqueLines(now, new Set(old))];
  // The texts differ only by moved or duplicate lines, so the first difference is found by position.
  if (removed.length + added.length === 0) {
    const index = [...old, ""].findIndex((line, place) => line !== now[place]);
    return [{ from: old[index], to: old.length > now.length ? undefined : now[index] }];
  }
  const places = [...new Set([...removed, ...added].map(({ place }) => place))].sort((a, b) => a - b);
  return places.flatMap((place) => {
    const [here, there] = [removed, added].map((lines) => lines.filter((one) => one.place === place)) as [
      UniqueLine[],
      UniqueLine[],
    ];
    return Array.from({ length: Math.max(here.length, there.length) }, (_, index) => ({
      from: here[index]?.line,
      to: there[index]?.line,
    }));
  });
}

/** `place`: number of preceding lines that both texts have. */
type UniqueLine = { line: string; place: number };

function listUniqueLines(lines: readonly string[], others: ReadonlySet<string>): UniqueLine[] {
  let place = 0;
  return lines.flatMap((line) => {
    if (!others.has(line)) return [{ line, place }];
    place++;
    return [];
  });
}
