/** Returns the places of doses beside each other, as shares of their sum. */
export function layOutStrip(doses: readonly number[]): { x: string; width: string }[] {
  const total = doses.reduce((sum, dose) => sum + dose, 0);
  let position = 0;
  return doses.map((dose) => {
    const x = `${(position / total) * 100}%`;
    position += dose;
    return { x, width: `${(dose / total) * 100}%` };
  });
}
