import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import { limits } from "../api/contract/limits.ts";
import type { Tables } from "./database/tables.ts";
import { toTime } from "./database/time.ts";
import { parseJson } from "../runtime/parse-json.ts";

const itemSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(limits.itemId)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  quantity: z.int().min(1).max(limits.quantity),
  /** Whether the visitor asks for a sample. */
  sample: z.literal(true).optional(),
});

export type BasketItem = z.output<typeof itemSchema>;

type Basket = { id: string; items: BasketItem[] };

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
  const getExpiryTime = () => toTime(now() - basketDays * 24 * 60 * 60 * 1000);
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

    /** In one transaction, so that no change of another request is lost. A basket without items is deleted. */
    async change(id: string | undefined, edit: (items: BasketItem[]) => readonly BasketItem[]): Promise<Basket> {
      const basketId = isBasketId(id) ? id : randomUUID();
      return database.transaction().execute(async (transaction) => {
        // The row is written first, so that PostgreSQL locks it.
        const row = await transaction
          .insertInto("basket")
          .values({ id: basketId, items: "[]", updated_at: toTime(now()) })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ id: basketId }))
          .returning(["items", "updated_at"])
          .executeTakeFirstOrThrow();
        const isKept = row.updated_at > getExpiryTime();
        const items = parseBasketItems(edit(isKept ? parseBasketItems(parseJson(row.items)) : []));
        const change =
          items.length === 0
            ? transaction.deleteFrom("basket").where("id", "=", basketId)
            : transaction
                .updateTable("basket")
                .set({ items: JSON.stringify(items), updated_at: toTime(now()) })
                .where("id", "=", basketId);
        await change.execute();
        return { id: basketId, items };
      });
    },
  };
}

/** Items of the same id become one, whose facts are those of the later one. Items beyond the limit are dropped. */
function mergeItems(items: readonly BasketItem[]): BasketItem[] {
  const merged = new Map<string, BasketItem>();
  for (const item of items) merged.set(item.id, { ...merged.get(item.id), ...item });
  return [...merged.values()].slice(0, limits.items);
}

/** Items beyond the limits are dropped. */
export function addItem(items: readonly BasketItem[], { id, quantity }: BasketItem): BasketItem[] {
  const listed = items.find((item) => item.id === id)?.quantity ?? 0;
  return mergeItems([...items, { id, quantity: Math.min(listed + quantity, limits.quantity) }]);
}

/** Sets quantities by id, and removes items. The others stay, because another page may have added them. */
export function setItems(
  items: readonly BasketItem[],
  changed: readonly BasketItem[],
  removed: readonly (string | null)[],
): BasketItem[] {
  return mergeItems([...items, ...changed].filter(({ id }) => !removed.includes(id)));
}
