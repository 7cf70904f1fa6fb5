import type { RouterContextProvider } from "react-router";
import { getApi } from "../http/request-context.ts";
import { getContentPath } from "../i18n/urls.ts";
import type { Api } from "../services/api/api.ts";
import { normaliseBatchNumber } from "../services/api/contract/batch-number.ts";
import { normaliseItemNumber, toItemKey } from "../services/submissions/item-numbers.ts";
import { nameBatch } from "./batch-states.server.ts";
import { loadBatch } from "./batches.server.ts";
import { loadKindsInUse } from "./site.server.ts";

/** So many of the best rows of a search are compared with a pasted number. */
const maxCandidates = 3;

/** Finds the product of an item number. */
export async function findByItemNumber({ content }: Api, number: string): Promise<string | undefined> {
  const key = toItemKey(number);
  // A letter O beside a digit is a zero, which the search doesn't know.
  for (const keyword of new Set([number, number.replace(/(?<=\d)O|O(?=\d)/gi, "0")])) {
    const { rows } = await content.list("product", { keyword, brief: "1", pageSize: maxCandidates });
    for (const row of rows) {
      // A backend's list may not have it.
      const sku = row.sku ?? (await content.info("product", row.id)).sku;
      if (sku !== undefined && toItemKey(sku) === key) return row.id;
    }
  }
  return undefined;
}

/** Letters and digits of any script: a word beside a number makes another keyword. */
function toExactKey(number: string): string {
  const signs = number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return signs.replaceAll("O", "0");
}

/** Finds what has exactly this batch number or item number, as forgiving as the look-up of a batch. */
export async function findByNumber(context: Readonly<RouterContextProvider>, keyword: string) {
  const api = getApi(context);
  // Most searches are words, for which nothing is called.
  if (!/\p{N}/u.test(keyword) || !(await loadKindsInUse(api)).includes("product")) return undefined;
  const itemNumber = normaliseItemNumber(keyword);
  const [batch, id] = await Promise.all([
    api.optional(findBatch(context, keyword)),
    api.optional(findByItemNumber(api, itemNumber)),
  ]);
  if (batch && toExactKey(batch.id) === toExactKey(normaliseBatchNumber(keyword)))
    return { kind: "batch" as const, path: getContentPath("batch", batch.id), ...nameBatch(context, batch) };
  const product = id === undefined ? undefined : await api.optional(api.content.info("product", id));
  if (!product?.sku || toExactKey(product.sku) !== toExactKey(itemNumber)) return undefined;
  return { kind: "product" as const, path: getContentPath("product", product.id), title: product.title };
}

/** A backend without batches isn't asked. */
async function findBatch(context: Readonly<RouterContextProvider>, keyword: string) {
  return (await getApi(context).batches.isInUse()) ? loadBatch(context, keyword) : undefined;
}
