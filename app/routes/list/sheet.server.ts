import type { RouterContextProvider } from "react-router";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { getApi, getServices, getT } from "#app/http/request-context.ts";
import { describeBatch } from "#app/loaders/batch-states.server.ts";
import { findCut } from "#app/loaders/cards.ts";
import { getRestriction } from "#app/loaders/restrictions.server.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { BatchRow } from "#app/services/api/contract/batches/batches.ts";
import { maxPageSize } from "#app/services/api/contract/endpoints.ts";
import type { Row } from "#app/services/api/contract/entities.ts";
import { parseMinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";

type Context = Readonly<RouterContextProvider>;

/** Loads the order sheet's rows. Columns that a backend lacks are empty. */
export async function loadSheet(context: Context, products: readonly Row[]) {
  const rows = products as readonly Row<"product">[];
  const batches = await loadLatestBatches(
    context,
    rows.map(({ id }) => id),
  );
  const t = getT(context, "loader");
  const { sample } = await loadSentences(getApi(context));
  return {
    hasSamples: sample !== undefined,
    rows: rows.map((row) => {
      const { id, title, lang, cover, sku, moq, packaging, specs } = row;
      const batch = batches.get(id);
      const names = listItemNames("product", row);
      return {
        id,
        title,
        lang,
        cover: cover && { ...cover, alt: undefined },
        letter: getLetter("product", row),
        names: names.slice(0, 2).filter(({ text }) => text !== title),
        spec: [getRestriction(t, row), findCut(t, specs), packaging].filter(Boolean).join("\u00a0· "),
        sku,
        minimum: moq,
        unit: parseMinimumOrder(moq)?.unit,
        quantityLabel: moq ? t("list.quantityAtLeast", { moq }) : t("list.quantity"),
        batch: batch && { id: batch.id, ...describeBatch(context, batch) },
      };
    }),
  };
}

/** Returns the first Latin initial of title and names. For a Chinese title, it is the initial of the Pinyin. */
export function getLetter(kind: Kind, row: Row): string | undefined {
  const texts = [row.title, ...listItemNames(kind, row).map(({ text }) => text)];
  const letters = texts.map((text) => text.normalize("NFD").charAt(0).toUpperCase());
  return letters.find((letter) => /[A-Z]/.test(letter));
}

/** Loads each product's newest batch, usually in one call that lists the newest batches of all products. */
export async function loadLatestBatches(
  context: Context,
  productIds: readonly string[],
): Promise<Map<string, BatchRow>> {
  const { batches, optional } = getApi(context);
  const newest = await optional(batches.list({ pageSize: maxPageSize }));
  const isComplete = !newest || (newest.total ?? 0) <= newest.rows.length;
  const batchesByProduct = new Map<string, BatchRow>();
  for (const row of newest?.rows ?? [])
    if (row.product && !batchesByProduct.has(row.product.id)) batchesByProduct.set(row.product.id, row);
  const missingIds = isComplete ? [] : productIds.filter((id) => !batchesByProduct.has(id));
  const rows = await Promise.all(missingIds.map((id) => optional(batches.ofProduct(id, 1))));
  missingIds.forEach((id, index) => rows[index]?.[0] && batchesByProduct.set(id, rows[index][0]));
  const { GUARDED_ROUTES } = getServices(context).environment;
  return new Map([...batchesByProduct].filter(([, { id }]) => !isGuarded(getContentPath("batch", id), GUARDED_ROUTES)));
}
