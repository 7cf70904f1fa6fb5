import type { Locale } from "../../../app/i18n/locales.ts";
import { formatExcerpt } from "../../openapi/fitting.ts";
import type { Tester } from "../tester.ts";
import { reportDuplicateIds, reportMissingFields, unknownName } from "./shared.ts";

/** Number of batches that are requested one by one. */
const maxSamples = 3;

/** Checks the batches, which are optional: the list, the list of a product, some batches, and an unknown batch. */
export async function checkBatches(tester: Tester, locale: Locale): Promise<void> {
  const rows = (await tester.loadData("batch.list", locale, { page: 1, pageSize: 100 }))?.rows ?? [];
  reportDuplicateIds(tester, "batch.list", locale, rows);
  for (const { id } of rows.slice(0, maxSamples)) {
    // Visitors also type lower-case letters.
    const request = { id: id.toLowerCase() };
    const batch = await tester.loadData("batch.info", locale, request);
    if (!batch) continue;
    reportMissingFields(tester, "batch.info", locale, batch);
    if (batch.id === id) continue;
    const found = `${formatExcerpt(batch.id)}, where the list has ${formatExcerpt(id)}`;
    tester.report("batch.info", locale, {
      level: "wrong",
      path: "data.id",
      found,
      example: formatExcerpt(id),
      request,
    });
  }
  const product = rows.find((row) => row.product)?.product;
  if (product) await checkProduct(tester, locale, product.id);
  await tester.expectNotFound("batch.info", locale, { id: unknownName });
}

/** Checks that `product` selects the batches of a product. */
async function checkProduct(tester: Tester, locale: Locale, id: string): Promise<void> {
  const request = { page: 1, pageSize: 100, product: id };
  const rows = (await tester.loadData("batch.list", locale, request))?.rows ?? [];
  const foreignIndex = rows.findIndex((row) => row.product?.id !== id);
  if (foreignIndex < 0) return;
  const found = `a batch of ${formatExcerpt(rows[foreignIndex]!.product?.id ?? "no product")}`;
  const path = `${tester.getPath(rows, foreignIndex)}.product.id`;
  tester.report("batch.list", locale, { level: "wrong", path, found, example: formatExcerpt(id), request });
}
