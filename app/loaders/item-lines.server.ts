import { getApi, getServices, getT, type Context } from "#app/http/request-context.ts";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { parseMinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import type { BatchRow } from "#app/services/api/contract/batches/batches.ts";
import { maxPageSize } from "#app/services/api/contract/calls/endpoints.ts";
import type { Row } from "#app/services/api/contract/entities.ts";
import type { ItemLine } from "#app/services/api/contract/forms/form-results.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { describeBatch, isReleasedBatch } from "./batch-states.server.ts";
import { loadProductBatch, sortTestedFirst } from "./batches.server.ts";
import { findCut, joinMeasures } from "./cards.ts";
import { getRestriction } from "./restrictions.server.ts";

/** Creates what a product's line shows wherever it is listed, but its batch. Columns that a backend lacks are empty. */
export function createItemLine(context: Context, product: Row<"product">): ItemLine {
  const t = getT(context, "loader");
  const { id, title, lang, cover, sku, moq, licensedBuyersOnly, packaging, specs } = product;
  const names = listItemNames("product", product);
  return {
    id,
    title,
    lang,
    cover: cover && { ...cover, alt: undefined },
    names: names.slice(0, 2).filter(({ text }) => text !== title),
    spec: joinMeasures([getRestriction(t, product), findCut(t, specs), packaging].filter(Boolean).join("\u00a0· ")),
    sku,
    moq,
    minimum: parseMinimumOrder(moq),
    licensedBuyersOnly,
  };
}

/** Adds the state of the batch that speaks for each product, usually from one call that lists all batches. */
export async function addBatches<Line extends { id: string; title: string | undefined }>(
  context: Context,
  lines: readonly Line[],
): Promise<(Line & Pick<ItemLine, "batch">)[]> {
  const productIds = lines.flatMap(({ id, title }) => (title === undefined ? [] : id));
  if (productIds.length === 0) return [...lines];
  const { batches, optional } = getApi(context);
  const load = (query: { state?: "released" }) => optional(batches.list({ ...query, pageSize: maxPageSize }));
  const hasAll = ({ rows, total = 0 }: { rows: readonly BatchRow[]; total?: number }) => total <= rows.length;
  const newest = await load({});
  // A complete list has the released batches, too.
  const released = newest && hasAll(newest) ? undefined : await load({ state: "released" });
  const lists = [released, newest].filter((list) => list !== undefined);
  const isComplete = lists.every(hasAll);
  const batchesByProduct = new Map<string, BatchRow>();
  const isReleased = (row: BatchRow) => isReleasedBatch(context, row);
  for (const row of [...sortTestedFirst(lists.flatMap(({ rows }) => rows)).filter(isReleased), ...(newest?.rows ?? [])])
    if (row.product && !batchesByProduct.has(row.product.id)) batchesByProduct.set(row.product.id, row);
  const isUncertain = (row: BatchRow | undefined) => !row || !isReleased(row);
  const otherIds = isComplete ? [] : productIds.filter((id) => isUncertain(batchesByProduct.get(id)));
  const rows = await mapInBatches(otherIds, (id) => loadProductBatch(context, id));
  otherIds.forEach((id, index) => rows[index] && batchesByProduct.set(id, rows[index]));
  const { GUARDED_ROUTES } = getServices(context).environment;
  return lines.map((line) => {
    const batch = batchesByProduct.get(line.id);
    if (!batch || isGuarded(getContentPath("batch", batch.id), GUARDED_ROUTES)) return line;
    const { state, word } = describeBatch(context, batch);
    return { ...line, batch: { id: batch.id, state, word } };
  });
}
