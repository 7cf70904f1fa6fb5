import { getErrorStatus } from "../http/responses.ts";
import type { Api } from "../services/api/api.ts";
import type { Item } from "../services/api/contract/entities.ts";
import type { BasketRow } from "../services/api/contract/forms/form-results.ts";
import { parseMinimumOrder } from "../services/api/contract/amounts/minimum-order.ts";
import { readQuantity } from "../services/api/contract/amounts/quantity.ts";
import { mapInBatches } from "../services/runtime/map-in-batches.ts";
import type { BasketItem, FormItem } from "../services/submissions/basket.ts";

/** Loads a list's products. A deleted product has no title. If a product's call fails, its title is the id. */
export async function loadBasketRows(api: Api, items: readonly (FormItem | BasketItem)[]): Promise<BasketRow[]> {
  return mapInBatches(items, (item) => loadBasketRow(api, item));
}

export async function loadBasketRow(api: Api, item: FormItem | BasketItem): Promise<BasketRow> {
  const { title, sku, moq, licensedBuyersOnly }: Partial<Item<"product">> = await api.content
    .info("product", item.id)
    .catch((error: unknown) => (getErrorStatus(error) === 404 ? {} : { title: item.id }));
  const minimum = parseMinimumOrder(moq);
  const typed = String(item.quantity ?? "");
  const { sample } = item;
  const result = sample && typed.trim() === "" ? undefined : readQuantity(typed, minimum?.unit);
  const quantity = String(result?.quantity ?? typed);
  const { form, listed } = typeof item.quantity === "string" ? (item as FormItem) : { listed: quantity };
  const product = { title, sku, moq, minimum, licensedBuyersOnly };
  return { id: item.id, ...product, form, sample, quantity, listed, problem: result?.problem };
}
