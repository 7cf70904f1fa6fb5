import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import { limits } from "../api/contract/form-fields.ts";
import type { Tables } from "./database/tables.ts";
import { parseJson } from "../runtime/parse-json.ts";

const itemSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(limits.itemId)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  quantity: z.int().min(1).max(limits.quantity),
});

export type BasketItem = z.output<typeof itemSchema>;

/** The quantity is the visitor's text. */
export type FormItem = { id: string; quantity: string };

/** A longer quantity is truncated before the form shows it again. */
const maxQuantityLength = 40;

/** Drops invalid and repeated ids, and rows beyond the limit. `isTruncated`: there were such rows. */
export function readFormItems(form: URLSearchParams): { rows: FormItem[]; isTruncated: boolean } {
  const quantities = form.getAll("quantity");
  const rows = new Map<string, FormItem>();
  for (const [index, id] of form.getAll("item").entries()) {
    if (!itemSchema.shape.id.safeParse(id).success || rows.has(id)) continue;
    if (rows.size === limits.items) return { rows: [...rows.values()], isTruncated: true };
    rows.set(id, { id, quantity: (quantities[index] ?? "").slice(0, maxQuantityLength) });
  }
  return { rows: [...rows.values()], isTruncated: false };
}

/** Full-width digits are accepted. */
export function parseQuantity(input: string): number | undefined {
  const text = input.trim().normalize("NFKC");
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= limits.quantity ? number : undefined;
}

/** Drops invalid rows, repeated ids, and rows beyond the limit. */
function parseBasketItems(items: unknown): BasketItem[] {
  const rows = new Map<string, BasketItem>();
  for (const item of Array.isArray(items) ? items : []) {
    if (rows.size === limits.items) break;
    const { data } = itemSchema.safeParse(item);
    if (data && !rows.has(data.id)) rows.set(data.id, data);
  }
  return [...rows.values()];
}

/** A basket is deleted this many days after its last change. */
export const basketDays = 30;

function isBasketId(value: string | undefined): value is string {
  return value !== undefined && /^[0-9a-f-]{36}$/.test(value);
}

/** Only the visitor's browser knows the id of a basket. */
export function createBaskets(database: Kysely<Tables>, now: () => number = Date.now) {
  const getExpiryTime = () => now() - basketDays * 24 * 60 * 60 * 1000;
  return {
    async read(id: string | undefined): Promise<BasketItem[]> {
      if (!isBasketId(id)) return [];
      const row = await database
        .selectFrom("basket")
        .select("items")
        .where("id", "=", id)
        .where("updated_at", ">", getExpiryTime())
        .executeTakeFirst();
      return row ? parseBasketItems(parseJson(row.items)) : [];
    },

    /** Deletes the basket if there are no items. @returns its id */
    async write(id: string | undefined, items: readonly BasketItem[]): Promise<string> {
      const basketId = isBasketId(id) ? id : randomUUID();
      if (items.length === 0) {
        if (basketId === id) await database.deleteFrom("basket").where("id", "=", basketId).execute();
        return basketId;
      }
      const values = { items: JSON.stringify(parseBasketItems(items)), updated_at: now() };
      await database
        .insertInto("basket")
        .values({ id: basketId, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
      return basketId;
    },
  };
}

/** Items beyond the limits are dropped. */
export function addItem(items: readonly BasketItem[], { id, quantity }: BasketItem): BasketItem[] {
  const quantities = new Map(items.map((item) => [item.id, item.quantity]));
  quantities.set(id, Math.min((quantities.get(id) ?? 0) + quantity, limits.quantity));
  return [...quantities].slice(0, limits.items).map(([itemId, sum]) => ({ id: itemId, quantity: sum }));
}
