import type { Ingredient } from "./entities.ts";

export const amountUnits = ["doses", "kilograms"] as const;

/** Unit of a formula's amount. */
export type AmountUnit = (typeof amountUnits)[number];

/** Ordered amount of a formula; without `amount`, the typed text is unreadable. */
export type FormulaAmount = { amount?: number | undefined; per: AmountUnit };

/** Returns the dose bars' scale; `undefined` for incomparable doses. */
export function findScale(ingredients: readonly Ingredient[]): { unit: string; largest: number } | undefined {
  const [unit, ...others] = new Set(ingredients.map((ingredient) => ingredient.unit));
  if (unit === undefined || others.length > 0) return undefined;
  return { unit, largest: Math.max(...ingredients.map(({ dose }) => dose)) };
}

/**
 * Counts a formula's doses. Kilograms are the total of all weighed herbs. Returns `undefined` without an amount, or for
 * kilograms without a weighed herb.
 */
export function countDoses({ amount, per }: FormulaAmount, gramsOfDose: number): number | undefined {
  if (per === "doses" || amount === undefined) return amount;
  return gramsOfDose > 0 ? (amount * 1000) / gramsOfDose : undefined;
}
