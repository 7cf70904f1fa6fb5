import type { Ingredient } from "./entities.ts";

/** Returns the dose bars' scale; `undefined` if the doses can't be compared. */
export function findScale(ingredients: readonly Ingredient[]): { unit: string; largest: number } | undefined {
  const [unit, ...others] = new Set(ingredients.map((ingredient) => ingredient.unit));
  if (unit === undefined || others.length > 0) return undefined;
  return { unit, largest: Math.max(...ingredients.map(({ dose }) => dose)) };
}
