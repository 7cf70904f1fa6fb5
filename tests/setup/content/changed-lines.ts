/** Counts the lines that an edit removes and adds. */
export function countChangedLines(before: string, after: string): [removed: number, added: number] {
  const count = (lines: string[], others: string[]) => {
    const left = Map.groupBy(others, (line) => line);
    return lines.filter((line) => left.get(line)?.pop() === undefined).length;
  };
  const [old, edited] = [before.split("\n"), after.split("\n")];
  return [count(old, edited), count(edited, old)];
}
