import { z } from "zod";
import { amountUnits, countDoses } from "#app/services/api/contract/amounts/doses.ts";
import { readFormulaAmount } from "#app/services/api/contract/amounts/formula-amount.ts";
import type { MinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import { toGrams } from "#app/services/api/contract/amounts/quantity.ts";
import type { Ingredient } from "#app/services/api/contract/entities.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { setItems, type BasketFormula, type BasketItem } from "./basket.ts";

export const maxAmountLength = 60;

/** Fields of the form that orders a formula, except the formula's id. */
export const formulaOrderSchema = z
  .object({ amount: z.string().max(maxAmountLength), per: z.enum(amountUnits) })
  .transform(({ amount, per }, context) => {
    const quantity = readFormulaAmount(amount, per);
    if (quantity !== undefined) return { amount: quantity, per };
    context.addIssue("amount");
    return z.NEVER;
  });

export type FormulaOrder = z.output<typeof formulaOrderSchema>;

/** The amount of a herb that an order needs: in grams, or in the herb's unit if that isn't a weight. */
export type Need = Pick<Ingredient, "name" | "processed"> & {
  product: string | undefined;
  amount: number;
  unit: string;
};

/**
 * Computes each herb's amount. An order in kilograms is shared among the herbs with a weight. Ingredients of one form
 * of a product are added up.
 */
export function computeNeeds(ingredients: readonly Ingredient[], order: FormulaOrder): Need[] {
  const gramsOfDose = ingredients.reduce((sum, { dose, unit }) => sum + (toGrams(dose, unit) ?? 0), 0);
  const doses = countDoses(order, gramsOfDose) ?? 0;
  const needs = new Map<string, Need>();
  for (const { name, dose, unit, product, processed } of ingredients) {
    const grams = toGrams(dose, unit);
    const need = {
      name,
      processed,
      product: product?.id,
      amount: (grams ?? dose) * doses,
      unit: grams === undefined ? unit : "g",
    };
    const key = `${processed ? name : (product?.id ?? name)} ${need.unit}`;
    needs.set(key, { ...need, amount: need.amount + (needs.get(key)?.amount ?? 0) });
  }
  return [...needs.values()].filter((need) => need.amount > 0);
}

/** Converts a need to the minimum order's unit, and rounds it up; `undefined` unless both are weights. */
export function convertNeed(need: Need, minimum: MinimumOrder | undefined): number | undefined {
  const gramsOfUnit = minimum && toGrams(1, minimum.unit);
  // Rounds to six decimals first, because floating point could turn 9 kg into 10.
  return gramsOfUnit && need.unit === "g" ? Math.ceil(Number((need.amount / gramsOfUnit).toFixed(6))) : undefined;
}

export type NeededItem = { id: string; needed: number };

/** Sums all formulas' needs of an item. */
const sumNeeds = ({ formulas = {} }: Pick<BasketItem, "formulas">) =>
  Object.values(formulas).reduce((sum, needed) => sum + needed, 0);

/** Replaces a formula's former needs. Needs of one item are added up. */
export function addNeededItems(
  items: readonly BasketItem[],
  neededItems: readonly NeededItem[],
  formula: string,
): BasketItem[] {
  const sums = new Map<string, NeededItem>();
  for (const item of neededItems)
    sums.set(item.id, { ...item, needed: item.needed + (sums.get(item.id)?.needed ?? 0) });
  const changed = Array.from(sums.values(), ({ id, needed }): BasketItem => {
    const former: BasketItem = items.find((item) => item.id === id) ?? { id };
    // The visitor's own additions and changes stay.
    const ownQuantity = Math.max(0, (former.quantity ?? 0) - sumNeeds(former));
    const isApart = former.isApart ?? (former.quantity !== undefined && !former.formulas);
    const formulas = { ...former.formulas, [formula]: needed };
    const quantity = Math.min(ownQuantity + sumNeeds({ formulas }), limits.quantity);
    return { id, quantity, formulas, ...(isApart && { isApart }) };
  });
  return setItems(items, changed, []);
}

/** Replaces a formula in its position, or appends it. */
export function replaceFormula(formulas: readonly BasketFormula[], ordered: BasketFormula): BasketFormula[] {
  const isNew = formulas.every(({ formula }) => formula !== ordered.formula);
  return isNew ? [...formulas, ordered] : formulas.map((one) => (one.formula === ordered.formula ? ordered : one));
}
