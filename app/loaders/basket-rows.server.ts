import { getApi, type Context } from "#app/http/request-context.ts";
import { getErrorStatus } from "#app/http/responses.ts";
import { readQuantity } from "#app/services/api/contract/amounts/quantity.ts";
import type { BasketRow, ItemLine } from "#app/services/api/contract/forms/form-results.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import type { BasketItem, FormItem } from "#app/services/submissions/orders/basket.ts";
import { addBatches, createItemLine } from "./item-lines.server.ts";

/** Loads a list's products. A deleted product has no title. If a product's call fails, its title is the id. */
export async function loadBasketRows(
  context: Context,
  items: readonly (FormItem | BasketItem)[],
): Promise<BasketRow[]> {
  const rows = await mapInBatches(items, (item) => loadBasketRow(context, item));
  // If no product could be loaded, the API is probably down, and waiting for its batches would take as long again.
  const hasProducts = rows.some(({ id, title }) => title !== undefined && title !== id);
  return hasProducts ? addBatches(context, rows) : rows;
}

export async function loadBasketRow(context: Context, item: FormItem | BasketItem): Promise<BasketRow> {
  const { id, sample } = item;
  const line: ItemLine = await getApi(context)
    .content.info("product", id)
    .then(
      (product) => createItemLine(context, product),
      (error: unknown) => ({ id, title: getErrorStatus(error) === 404 ? undefined : id, names: [] }),
    );
  const typed = String(item.quantity ?? "");
  const result = sample && typed.trim() === "" ? undefined : readQuantity(typed, line.minimum?.unit);
  const quantity = String(result?.quantity ?? typed);
  const { form, listed } = typeof item.quantity === "string" ? (item as FormItem) : { listed: quantity };
  return { ...line, id, form, sample, quantity, listed, problem: result?.problem };
}
