/** Lists only the differing lines of multi-line texts: added lines without `from`, removed lines without `to`. */
export function listChangedLines(from: unknown, to: unknown): { from: unknown; to: unknown }[] {
  if (typeof from !== "string" || typeof to !== "string" || !/\n/.test(from + to)) return [{ from, to }];
  const [oldLines, newLines] = [listLines(from), listLines(to)];
  const [removed, added] = [listUniqueLines(oldLines, new Set(newLines)), listUniqueLines(newLines, new Set(oldLines))];
  // The texts differ only by moved or duplicate lines, so the first difference is found by position.
  if (removed.length + added.length === 0) {
    const index = [...oldLines, ""].findIndex((line, position) => line !== newLines[position]);
    return [{ from: oldLines[index], to: oldLines.length > newLines.length ? undefined : newLines[index] }];
  }
  const positions = [...new Set([...removed, ...added].map(({ position }) => position))].sort((a, b) => a - b);
  return positions.flatMap((position) => {
    const isHere = (one: UniqueLine) => one.position === position;
    const [removedHere, addedHere] = [removed.filter(isHere), added.filter(isHere)];
    return Array.from({ length: Math.max(removedHere.length, addedHere.length) }, (_, index) => ({
      from: removedHere[index]?.line,
      to: addedHere[index]?.line,
    }));
  });
}

const listLines = (text: string): string[] => text.split("\n").filter((line) => line.trim());

/** `position`: number of preceding lines that both texts have. */
type UniqueLine = { line: string; position: number };

function listUniqueLines(lines: readonly string[], others: ReadonlySet<string>): UniqueLine[] {
  let position = 0;
  return lines.flatMap((line) => {
    if (!others.has(line)) return [{ line, position }];
    position++;
    return [];
  });
}
