import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import { limits } from "../contract/limits.ts";
import type { Tables } from "./tables.ts";

const itemSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(limits.itemId)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  quantity: z.int().min(1).max(limits.quantity),
});

export type BasketItem = z.output<typeof itemSchema>;

/** Whether a text can be the id of an item. */
export function isItemId(text: string): boolean {
  return itemSchema.shape.id.safeParse(text).success;
}

/** What a list may hold of these, whoever made them: rows that can be read, each id once, as many as there is room for. */
function bounded(items: unknown): BasketItem[] {
  const rows = new Map<string, BasketItem>();
  for (const item of Array.isArray(items) ? items : []) {
    if (rows.size === limits.items) break;
    const { data } = itemSchema.safeParse(item);
    if (data && !rows.has(data.id)) rows.set(data.id, data);
  }
  return [...rows.values()];
}

function parseItems(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How long a basket is kept after its last change. */
export const basketDays = 30;

/** Whether a cookie's value can be a basket's id. */
function isBasketId(value: string | undefined): value is string {
  return value !== undefined && /^[0-9a-f-]{36}$/.test(value);
}

/** The inquiry baskets of visitors, by an id that only their browser knows. */
export function createBaskets(database: Kysely<Tables>, now: () => number = Date.now) {
  const oldest = () => now() - basketDays * 24 * 60 * 60 * 1000;
  return {
    /** What is in a basket; nothing for one that isn't there or is too old. */
    async read(id: string | undefined): Promise<BasketItem[]> {
      if (!isBasketId(id)) return [];
      const row = await database
        .selectFrom("basket")
        .select("items")
        .where("id", "=", id)
        .where("updated_at", ">", oldest())
        .executeTakeFirst();
      return row ? bounded(parseItems(row.items)) : [];
    },

    /** Keeps what is in a basket; an empty one takes no room. @returns its id */
    async write(id: string | undefined, items: readonly BasketItem[]): Promise<string> {
      const own = isBasketId(id) ? id : randomUUID();
      if (items.length === 0) {
        if (own === id) await database.deleteFrom("basket").where("id", "=", own).execute();
        return own;
      }
      const values = { items: JSON.stringify(bounded(items)), updated_at: now() };
      await database
        .insertInto("basket")
        .values({ id: own, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
      return own;
    },
  };
}

/** The basket with one more item; more of it where it is there already. What doesn't fit is left out. */
export function withItem(items: readonly BasketItem[], { id, quantity }: BasketItem): BasketItem[] {
  const more = (before: number) => Math.min(before + quantity, limits.quantity);
  if (items.some((item) => item.id === id)) {
    return items.map((item) => (item.id === id ? { id, quantity: more(item.quantity) } : item));
  }
  return items.length < limits.items ? [...items, { id, quantity: more(0) }] : [...items];
}
