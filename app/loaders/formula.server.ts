import type { Api } from "../services/api/api.ts";
import type { Ingredient } from "../services/api/contract/entities.ts";
import { sortByRole } from "../services/api/contract/kinds.ts";
import { parseMinimumOrder } from "../services/api/contract/minimum-order.ts";
import { toGrams } from "../services/api/contract/quantity.ts";

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
