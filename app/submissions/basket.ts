import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { limits } from "../contract/limits.ts";
import type { Tables } from "./tables.ts";

export type BasketItem = { id: string; quantity: number };

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
      return row ? (JSON.parse(row.items) as BasketItem[]) : [];
    },

    /** Keeps what is in a basket. @returns its id */
    async write(id: string | undefined, items: readonly BasketItem[]): Promise<string> {
      const own = isBasketId(id) ? id : randomUUID();
      const values = { items: JSON.stringify(items), updated_at: now() };
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
