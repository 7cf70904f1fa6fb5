/**
 * Shares of a whole in whole per cent that add up to a hundred: what rounding down leaves over goes to those that lost most.
 * @returns fractions, such as 0.29, in the order of the amounts
 */
export function wholeShares(amounts: readonly number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const exact = amounts.map((amount) => (amount / total) * 100);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((sum, percent) => sum + percent, 0);
  const byLoss = exact.map((_, index) => index).sort((a, b) => exact[b]! - whole[b]! - (exact[a]! - whole[a]!));
  for (const index of byLoss.slice(0, left)) whole[index]!++;
  return whole.map((percent) => percent / 100);
}
