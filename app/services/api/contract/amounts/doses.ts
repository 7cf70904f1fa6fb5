import type { Ingredient } from "#app/services/api/contract/entities.ts";

export const amountUnits = ["doses", "kilograms"] as const;

export type AmountUnit = (typeof amountUnits)[number];

/** Ordered amount of a formula. `amount` is missing if the typed text is unreadable. */
export type FormulaAmount = { amount?: number | undefined; per: AmountUnit };

/** Returns the scale of the dose bars; `undefined` if the doses don't share a unit. */
export function findScale(ingredients: readonly Ingredient[]): { unit: string; largest: number } | undefined {
  const [unit, ...others] = new Set(ingredients.map((ingredient) => ingredient.unit));
  if (unit === undefined || others.length > 0) return undefined;
  return { unit, largest: Math.max(...ingredients.map(({ dose }) => dose)) };
}

/**
 * Converts an amount of a formula to doses. An amount in kilograms is the total weight of all weighed herbs. Returns
 * `undefined` if the amount is missing, or if it is in kilograms and no herb is weighed.
 */
export function countDoses({ amount, per }: FormulaAmount, gramsOfDose: number): number | undefined {
  if (per === "doses" || amount === undefined) return amount;
  return gramsOfDose > 0 ? (amount * 1000) / gramsOfDose : undefined;
}
