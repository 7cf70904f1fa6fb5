import { z } from "zod";
import type { Ingredient } from "../api/contract/entities.ts";
import { limits } from "../api/contract/limits.ts";
import type { MinimumOrder } from "../api/contract/minimum-order.ts";
import { parseQuantity, setItems, type BasketItem } from "./basket.ts";

const amountUnits = ["doses", "kilograms"] as const;

/** What the form of a formula sends beside its id, and the address of the inquiry list repeats. */
export const formulaOrderSchema = z.object({
  amount: z.string().transform((input, context) => parseQuantity(input) ?? (context.addIssue("amount"), z.NEVER)),
  per: z.enum(amountUnits),
});

export type FormulaOrder = z.output<typeof formulaOrderSchema>;

const gramsPerUnit: Readonly<Record<string, number>> = { g: 1, 克: 1, kg: 1000, 公斤: 1000, 千克: 1000 };

const getGrams = (amount: number, unit: string): number | undefined => {
  const grams = gramsPerUnit[unit.toLowerCase()];
  return grams && amount * grams;
};

/** What a formula needs of a herb: grams, or an amount in a unit that isn't a weight. */
export type Need = { name: string; product: string | undefined; amount: number; unit: string };

/** Counts each herb. Kilograms are those of all herbs that are weighed. Ingredients of one product are added up. */
export function countHerbs(ingredients: readonly Ingredient[], { amount, per }: FormulaOrder): Need[] {
  const gramsOfDose = ingredients.reduce((sum, { dose, unit }) => sum + (getGrams(dose, unit) ?? 0), 0);
  const doses = per === "doses" ? amount : gramsOfDose > 0 ? (amount * 1000) / gramsOfDose : 0;
  const needs = new Map<string, Need>();
  for (const { name, dose, unit, product } of ingredients) {
    const grams = getGrams(dose, unit);
    const need = {
      name,
      product: product?.id,
      amount: (grams ?? dose) * doses,
      unit: grams === undefined ? unit : "g",
    };
    const key = `${product?.id ?? name} ${need.unit}`;
    needs.set(key, { ...need, amount: need.amount + (needs.get(key)?.amount ?? 0) });
  }
  return [...needs.values()].filter((need) => need.amount > 0);
}

/** Returns a need in the unit of the product's minimum order; `undefined` if one of them isn't a weight. */
export function convertNeed(need: Need, minimum: MinimumOrder | undefined): number | undefined {
  const gramsOfUnit = minimum && getGrams(1, minimum.unit);
  // Floating point mustn't turn 9 kg into 10.
  return gramsOfUnit && need.unit === "g" ? Math.ceil(Number((need.amount / gramsOfUnit).toFixed(6))) : undefined;
}

export type NeededItem = { id: string; needed: number; minimum: number };

/** Adds what is needed to the list, and raises each quantity to its minimum. */
export function addNeededItems(items: readonly BasketItem[], neededItems: readonly NeededItem[]): BasketItem[] {
  return neededItems.reduce((all: readonly BasketItem[], { id, needed, minimum }) => {
    const listed = all.find((item) => item.id === id)?.quantity ?? 0;
    const quantity = Math.min(Math.max(listed + needed, minimum), limits.quantity);
    return setItems(all, [{ id, quantity }], []);
  }, items) as BasketItem[];
}
