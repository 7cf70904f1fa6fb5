/** Computes position and width of the pieces of a strip, in per cent. */
export function layOutStrip(doses: readonly number[]): { x: string; width: string }[] {
  const total = doses.reduce((sum, dose) => sum + dose, 0);
  let before = 0;
  return doses.map((dose) => {
    const x = `${(before / total) * 100}%`;
    before += dose;
    return { x, width: `${(dose / total) * 100}%` };
  });
}
