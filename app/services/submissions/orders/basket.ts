import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { z } from "zod";
import { amountUnits } from "#app/services/api/contract/amounts/doses.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { toTime, type Time } from "#app/services/submissions/database/time.ts";

/** Maximum characters of a typed quantity; a longer one is truncated. */
export const maxQuantityLength = 40;

const itemSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(limits.itemId)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  /** `undefined` for a sample without an order. */
  quantity: z.int().min(1).max(limits.quantity).optional(),
  /** Whether the visitor requested a sample. */
  sample: z.literal(true).optional(),
  /** Amount that each formula needs, by the formula's id. */
  formulas: z.record(z.string().max(limits.itemId), z.number().min(0)).optional(),
  /** Whether the visitor has added the item apart from its formulas, too. */
  isApart: z.literal(true).optional(),
  /** Quantity that a formula or a pasted list has replaced, until the visitor changes the list. */
  replaced: z.number().min(0).optional(),
});

export type BasketItem = z.output<typeof itemSchema>;

const formulaSchema = z.object({
  formula: itemSchema.shape.id,
  amount: z.int().min(1).max(limits.quantity),
  per: z.enum(amountUnits),
  /** Whether none of the formula's herbs is a product, so that nothing is listed. */
  isUnlisted: z.literal(true).optional(),
  /** Whether the visitor has changed or deleted the formula's text in the message. */
  isEdited: z.literal(true).optional(),
});

/** A formula that the visitor has added to the list. */
export type BasketFormula = z.output<typeof formulaSchema>;

const messageSchema = z.object({ message: z.string().max(forms.quotation.fields.message.maxLength) });

const typedItemSchema = z.object({
  id: itemSchema.shape.id,
  quantity: z.string().max(maxQuantityLength),
  sample: itemSchema.shape.sample,
});

/** A row as the visitor filled it in. */
export type TypedItem = z.output<typeof typedItemSchema>;

const pastedSchema = z.object({
  pasted: z.string().max(2 * limits.pastedText),
  rows: z.array(typedItemSchema).max(limits.items),
});

/** A pasted list as it was pasted, and the order sheet's rows that were filled in beside it and aren't added yet. */
export type PastedText = { text: string; rows: TypedItem[] };

/** What belongs to a list besides its items: formulas, a typed message, and a pasted list. */
export type BasketNotes = { formulas: BasketFormula[]; message: string; pasted: PastedText };

export type Basket = BasketNotes & { id: string; items: BasketItem[] };

/**
 * A row of the list's form, with the quantity as the visitor typed it. `listed`: the quantity in the list that the
 * visitor saw.
 */
export type FormItem = { id: string; quantity: string; listed?: string; form?: string; sample?: true };

/** Parses the list's form. Skips rows with invalid or repeated ids. `isTruncated`: the limit was exceeded. */
export function readFormItems(
  form: URLSearchParams,
  maxItems: number = limits.items,
): { rows: FormItem[]; isTruncated: boolean } {
  const [quantities, listed, processedForms] = ["quantity", "listed", "form"].map((name) => form.getAll(name));
  const samples = new Set(form.getAll("sample"));
  const rows = new Map<string, FormItem>();
  for (const [index, id] of form.getAll("item").entries()) {
    if (!itemSchema.shape.id.safeParse(id).success || rows.has(id)) continue;
    if (rows.size === maxItems) return { rows: [...rows.values()], isTruncated: true };
    rows.set(id, {
      id,
      quantity: (quantities![index] ?? "").slice(0, maxQuantityLength),
      ...(listed![index] && { listed: listed![index] }),
      ...(processedForms![index] && { form: processedForms![index] }),
      ...(samples.has(id) && { sample: true }),
    });
  }
  return { rows: [...rows.values()], isTruncated: false };
}

/** Drops invalid, repeated and excess rows. */
function parseBasketItems(items: unknown): BasketItem[] {
  const rows = new Map<string, BasketItem>();
  for (const item of Array.isArray(items) ? items : []) {
    if (rows.size === limits.items) break;
    const { data } = itemSchema.safeParse(item);
    if (data && (data.quantity ?? data.sample) && !rows.has(data.id)) rows.set(data.id, data);
  }
  return [...rows.values()];
}

function parseBasket(text: string): Omit<Basket, "id"> {
  const rows = parseJson(text);
  const notes: unknown[] = Array.isArray(rows) ? rows : [];
  return {
    items: parseBasketItems(rows),
    formulas: notes.flatMap((row) => formulaSchema.safeParse(row).data ?? []).slice(0, maxFormulas),
    message: notes.flatMap((row) => messageSchema.safeParse(row).data?.message ?? []).join("\n"),
    pasted: notes
      .flatMap((row) => pastedSchema.safeParse(row).data ?? [])
      .map(({ pasted, rows: typedRows }) => ({ text: pasted, rows: typedRows }))
      .concat(noPastedText)[0]!,
  };
}

/** Maximum formulas in a basket, because each view of the list computes all their amounts again. */
export const maxFormulas = 30;

export const noPastedText: PastedText = { text: "", rows: [] };

export const emptyBasket: Omit<Basket, "id"> = { items: [], formulas: [], message: "", pasted: noPastedText };

/** Formats what isn't an item as rows without an id, because earlier releases skip such rows. */
const formatBasket = ({ items, formulas, message, pasted: { text, rows } }: Omit<Basket, "id">) =>
  JSON.stringify([...items, ...formulas, ...(message ? [{ message }] : []), ...(text ? [{ pasted: text, rows }] : [])]);

/** Days from a basket's last change until its deletion. */
export const basketDays = 30;

const maxTotalBytes = 200_000_000;

/** Deletes the baskets that have had only text for a day. */
export async function deleteOldTexts(database: Kysely<Tables>, now: Time): Promise<void> {
  const isText = sql`(items like '[{"message":%' or items like '[{"pasted":%')`;
  await sql`delete from basket where updated_at <= ${now - 24 * 60 * 60 * 1000} and ${isText}`.execute(database);
}

/** Deletes the baskets changed longest ago, as soon as all of them have too many bytes. */
export async function limitBaskets(database: Kysely<Tables>, maxBytes: number = maxTotalBytes): Promise<void> {
  const sums = sql`select id, sum(octet_length(items)) over (order by updated_at desc, id) as bytes from basket`;
  await sql`delete from basket where id in (select id from (${sums}) as newest where bytes > ${maxBytes})`.execute(
    database,
  );
}

function isBasketId(value: string | undefined): value is string {
  return value !== undefined && /^[0-9a-f-]{36}$/.test(value);
}

/** Stores baskets. A basket needs no login, because only the visitor's browser knows its id. */
export function createBaskets(database: Kysely<Tables>, now: () => number = Date.now) {
  const getCutoffTime = () => toTime(now() - basketDays * 24 * 60 * 60 * 1000);
  return {
    async open(id: string | undefined): Promise<Omit<Basket, "id">> {
      if (!isBasketId(id)) return emptyBasket;
      const row = await database
        .selectFrom("basket")
        .select("items")
        .where("id", "=", id)
        .where("updated_at", ">", getCutoffTime())
        .executeTakeFirst();
      return row ? parseBasket(row.items) : emptyBasket;
    },

    /** Changes a basket in one transaction, so that no other request's change is lost. An empty basket is deleted. */
    async change(
      id: string | undefined,
      edit: (items: BasketItem[]) => readonly BasketItem[],
      editNotes?: (notes: BasketNotes) => BasketNotes,
    ): Promise<Basket> {
      const basketId = isBasketId(id) ? id : randomUUID();
      return database.transaction().execute(async (transaction) => {
        // Writes the row first, so that PostgreSQL locks it.
        const row = await transaction
          .insertInto("basket")
          .values({ id: basketId, items: "[]", updated_at: toTime(now()) })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ id: basketId }))
          .returning(["items", "updated_at"])
          .executeTakeFirstOrThrow();
        const former = row.updated_at > getCutoffTime() ? parseBasket(row.items) : emptyBasket;
        const items = parseBasketItems(edit(former.items));
        const notes = editNotes?.(former) ?? (items.length > 0 ? former : { ...emptyBasket, pasted: former.pasted });
        const isListed = ({ formula, isUnlisted }: BasketFormula) =>
          isUnlisted || items.some((item) => item.formulas?.[formula] !== undefined);
        const basket = { ...notes, items, formulas: notes.formulas.filter(isListed) };
        const text = formatBasket(basket);
        const change =
          text === "[]"
            ? transaction.deleteFrom("basket").where("id", "=", basketId)
            : transaction
                .updateTable("basket")
                .set({ items: text, updated_at: toTime(now()) })
                .where("id", "=", basketId);
        await change.execute();
        return { id: basketId, ...basket };
      });
    },
  };
}

/** Merges items of the same id; later fields overwrite earlier ones. Drops items beyond the limit. */
function mergeItems(items: readonly BasketItem[]): BasketItem[] {
  const merged = new Map<string, BasketItem>();
  for (const item of items) merged.set(item.id, { ...merged.get(item.id), ...item });
  return [...merged.values()].slice(0, limits.items);
}

/** Adds to an item's quantity, up to the maximum quantity. Drops items beyond the maximum number. */
export function addItem(
  items: readonly BasketItem[],
  { id, quantity }: BasketItem & { quantity: number },
): BasketItem[] {
  const listed = items.find((item) => item.id === id)?.quantity ?? 0;
  const isApart = items.some((item) => item.id === id && item.formulas !== undefined);
  const total = Math.min(listed + quantity, limits.quantity);
  return mergeItems([...items, { id, quantity: total, replaced: undefined, ...(isApart && { isApart }) }]);
}

/**
 * Adds or changes the `changed` items, and removes the items with `removed` ids. Other items stay as they are. An item
 * keeps its former quantity in `replaced`, unless `changed` has the field.
 */
export function setItems(
  items: readonly BasketItem[],
  changed: readonly BasketItem[],
  removed: readonly (string | null)[],
): BasketItem[] {
  const quantities = new Map(items.map(({ id, quantity }) => [id, quantity]));
  const getReplaced = ({ id, quantity }: BasketItem) =>
    quantities.get(id) === quantity ? undefined : quantities.get(id);
  const marked = changed.map((item) => ({ replaced: getReplaced(item), ...item }));
  return mergeItems([...items, ...marked].filter(({ id }) => !removed.includes(id)));
}
