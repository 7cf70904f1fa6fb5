import type { Context } from "#app/http/request-context.ts";
import type { Api } from "#app/services/api/api.ts";
import { parseMinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import { toGrams } from "#app/services/api/contract/amounts/quantity.ts";
import type { Ingredient, Item } from "#app/services/api/contract/entities.ts";
import { sortByRole } from "#app/services/api/contract/kinds.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { computeNeeds, convertNeed, type FormulaOrder } from "#app/services/submissions/orders/formula-order.ts";
import { loadBasketRow } from "./basket-rows.server.ts";

export type OrderedHerb = Ingredient & {
  /** Dose in grams, if it is a weight. */
  grams: number | undefined;
  /** Minimum order in grams, if it is a weight. */
  minimum: number | undefined;
};

/** Lists the herbs by role. @param isOrdered whether to load the minimum orders, which only an order needs */
export async function loadHerbs(
  { content, optional }: Api,
  ingredients: readonly Ingredient[],
  isOrdered: boolean,
): Promise<OrderedHerb[]> {
  return Promise.all(
    sortByRole(ingredients).map(async (ingredient) => {
      const { product, dose, unit } = ingredient;
      const info = isOrdered && product ? await optional(content.info("product", product.id)) : undefined;
      const minimum = parseMinimumOrder(info?.moq);
      return {
        ...ingredient,
        grams: toGrams(dose, unit),
        minimum: minimum && toGrams(minimum.quantity, minimum.unit),
      };
    }),
  );
}

/** Computes the amount of each herb that an order of a formula needs, and loads the products' minimum orders. */
export async function loadHerbNeeds(context: Context, { ingredients }: Item<"prescription">, order: FormulaOrder) {
  const needs = computeNeeds(ingredients, order);
  const products = needs.flatMap(({ product: id }) => (id === undefined ? [] : { id, quantity: 1 }));
  const rows = await mapInBatches(products, (product) => loadBasketRow(context, product));
  return needs.map((need) => {
    const row = rows.find(({ id, title: name }) => id === need.product && name !== undefined);
    return { ...need, id: row?.id, minimum: row?.minimum, needed: convertNeed(need, row?.minimum) };
  });
}
