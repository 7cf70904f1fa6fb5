/** The name that was probably meant; `undefined` where none is near. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  const all = [...names];
  const asked = normalise(wanted);
  const most = Math.min(4, Math.floor(asked.length / 3));
  const [best] = all
    .map((name) => ({ name, steps: distance(asked, normalise(name)) }))
    .sort((a, b) => a.steps - b.steps);
  if (best && best.steps <= most) return best.name;
  // `roots` for `pieces/roots`.
  const lasts = all.filter((name) => normalise(name.split("/").at(-1)!) === asked);
  return lasts.length === 1 ? lasts[0] : undefined;
}

/** `: did you mean x?`, to be put behind a sentence; nothing where no name is near. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const found = nearest(wanted, names);
  return found === undefined ? "" : `: did you mean ${found}?`;
}

/** `Huang Qi`, `huang_qi` and `huang-qi` are one. */
function normalise(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
}

/** Letters to be put in, taken out, changed or swapped with the next. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      next[column] = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwapped) next[column] = Math.min(next[column]!, before[column - 2]! + 1);
    }
    [before, last] = [last, next];
  }
  return last[to.length]!;
}
