/** Returns the number of letters to insert, delete, replace, or swap with the next one (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let secondLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      next[column] = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwapped) next[column] = Math.min(next[column]!, secondLast[column - 2]! + 1);
    }
    [secondLast, last] = [last, next];
  }
  return last[to.length]!;
}
