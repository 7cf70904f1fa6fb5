import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { getApi, getServices, getT, type Context } from "#app/http/request-context.ts";
import { describeBatch, isReleasedBatch } from "#app/loaders/batch-states.server.ts";
import { loadProductBatch } from "#app/loaders/batches.server.ts";
import { findCut, joinMeasures } from "#app/loaders/cards.ts";
import { getRestriction } from "#app/loaders/restrictions.server.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { BatchRow } from "#app/services/api/contract/batches/batches.ts";
import { maxPageSize } from "#app/services/api/contract/endpoints.ts";
import type { Row } from "#app/services/api/contract/entities.ts";
import { parseMinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";

/** Loads the order sheet's rows. Columns that a backend lacks are empty. */
export async function loadSheet(context: Context, products: readonly Row[]) {
  const rows = products as readonly Row<"product">[];
  const batches = await loadProductBatches(context, rows);
  const t = getT(context, "loader");
  const { sample } = await loadSentences(getApi(context));
  const letters = listLetters("product", rows);
  return {
    hasSamples: sample !== undefined,
    rows: rows.map((row, index) => {
      const { id, title, lang, cover, sku, moq, packaging, specs } = row;
      const names = listItemNames("product", row);
      return {
        id,
        title,
        lang,
        cover: cover && { ...cover, alt: undefined },
        letter: letters[index],
        names: names.slice(0, 2).filter(({ text }) => text !== title),
        spec: joinMeasures([getRestriction(t, row), findCut(t, specs), packaging].filter(Boolean).join("\u00a0· ")),
        sku,
        minimum: moq,
        unit: parseMinimumOrder(moq)?.unit,
        quantityLabel: moq ? t("list.quantityAtLeast", { moq }) : t("list.quantity"),
        batch: batches.get(id),
      };
    }),
  };
}

/** Lists each row's letter, which only the first row of a letter has. */
export function listLetters(kind: Kind, rows: readonly Row[]): (string | undefined)[] {
  const letters = rows.map((row) => getLetter(kind, row));
  return letters.map((letter, index) => (letters.indexOf(letter) === index ? letter : undefined));
}

/** Returns the first Latin initial of title and names. For a Chinese title, it is the initial of the Pinyin. */
function getLetter(kind: Kind, row: Row): string | undefined {
  const texts = [row.title, ...listItemNames(kind, row).map(({ text }) => text)];
  const letters = texts.map((text) => text.normalize("NFD").charAt(0).toUpperCase());
  return letters.find((letter) => /[A-Z]/.test(letter));
}

/** Loads the state of the batch that speaks for each product, usually in one call that lists all batches. */
export async function loadProductBatches(context: Context, products: readonly Row[]) {
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
  for (const row of [...lists.flatMap(({ rows }) => rows).filter(isReleased), ...(newest?.rows ?? [])])
    if (row.product && !batchesByProduct.has(row.product.id)) batchesByProduct.set(row.product.id, row);
  const isUncertain = (row: BatchRow | undefined) => !row || !isReleased(row);
  const productIds = products.map(({ id }) => id);
  const otherIds = isComplete ? [] : productIds.filter((id) => isUncertain(batchesByProduct.get(id)));
  const rows = await Promise.all(otherIds.map((id) => loadProductBatch(context, id)));
  otherIds.forEach((id, index) => rows[index] && batchesByProduct.set(id, rows[index]));
  const { GUARDED_ROUTES } = getServices(context).environment;
  const open = [...batchesByProduct].filter(([, { id }]) => !isGuarded(getContentPath("batch", id), GUARDED_ROUTES));
  return new Map(
    open.map(([productId, batch]) => {
      const { state, word } = describeBatch(context, batch);
      return [productId, { id: batch.id, state, word }];
    }),
  );
}
