import { data } from "react-router";
import { z } from "zod";
import {
  editBasket,
  logBasketError,
  openBasket,
  redirectToList,
  type BasketCall,
} from "#app/http/forms/visitor-basket.ts";
import { getApi, getT, type Context } from "#app/http/request-context.ts";
import { loadBasketRows } from "#app/loaders/basket-rows.server.ts";
import { countLookups, findByItemNumbers, findByNames } from "#app/loaders/numbers.server.ts";
import { readQuantity, toGrams, type Quantity } from "#app/services/api/contract/amounts/quantity.ts";
import type {
  BasketRow,
  CheckedLine,
  CheckedList,
  QuotationResult,
} from "#app/services/api/contract/forms/form-results.ts";
import { createQuantityError } from "#app/services/api/contract/forms/quantity-error.ts";
import { toValidText } from "#app/services/api/contract/forms/submissions.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import {
  emptyBasket,
  maxQuantityLength,
  readFormItems,
  type PastedText,
  type TypedItem,
} from "#app/services/submissions/orders/basket.ts";
import { listItemNumbers, listNames, parseLines } from "#app/services/submissions/orders/pasted-lines.ts";
import { applyLines, resolveLines, type ReadLine } from "#app/services/submissions/orders/pasted-order.ts";

type Products = ReadonlyMap<string, BasketRow>;

/** Creates the hint for a pasted list, with the first product as the example; `undefined` without products. */
export async function createPasteHint(context: Context): Promise<string | undefined> {
  const { content, optional } = getApi(context);
  const [product] = (await optional(content.list("product", { pageSize: 1, sort: "title" })))?.rows ?? [];
  const { title: name, sku: number = name } = product ?? {};
  return name && getT(context, "quotation")("pasted.hint", { number, name });
}

const isFilled = (text: string) => text.trim() !== "";
const listLines = (text: string) => text.split("\n").filter(isFilled);

/** Query of the page on which the visitor checks the pasted list. */
const checkQuery = "?check=1";

/** Reads the order sheet's rows that are filled in. */
const readSheetRows = (form: URLSearchParams): TypedItem[] =>
  readFormItems(form, Infinity)
    .rows.map(({ id, quantity, sample }) => ({ id, quantity, sample }))
    .filter(({ quantity, sample }) => isFilled(quantity) || sample);

/**
 * Adds the order sheet's rows. If a list was pasted, keeps it below an earlier one, and the rows with it, until the
 * visitor has checked it.
 */
export async function addFromSheet(call: BasketCall) {
  const { request, context, form } = call;
  const text = toValidText(form.get("numbers") ?? "");
  if (!isFilled(text)) return addItems(call);
  const rows = readSheetRows(form);
  const { pasted } = await openBasket(request, context);
  const kept = addText(pasted.text, text);
  const count = listLines(kept).length;
  if (count > limits.items) return refuseText(call, { problem: "tooManyLines", count });
  if ([...kept].length > limits.pastedText) return refuseText(call, { problem: "tooMuchText" });
  // A list counts once, because all its items are looked up together.
  const waitSeconds = await countLookups(context, 1);
  if (waitSeconds > 0) return showLimited(call, waitSeconds);
  try {
    const { headers } = await editBasket(
      call,
      (all) => all,
      (notes) => ({ ...notes, pasted: { text: addText(notes.pasted.text, text), rows } }),
    );
    return redirectToList(call, headers, checkQuery);
  } catch (error) {
    logBasketError(context, error);
    return refuseText(call, { problem: "storage" }, { status: 503 });
  }
}

/** Adds a pasted text below an earlier one. The same text, sent twice, is added once. */
function addText(earlier: string, text: string): string {
  if (`\n${earlier}\n`.includes(`\n${text}\n`)) return earlier;
  return earlier === "" ? text : `${earlier}\n${text}`;
}

/** Responds with the pasted text in its field, and the order sheet's rows. Nothing is stored. */
function refuseText(
  { context, form }: BasketCall,
  problem: { problem: "tooManyLines" | "tooMuchText" | "changedTooOften" | "storage"; count?: number },
  init: ResponseInit = { status: 422 },
) {
  const sheetFields = readSheetRows(form).flatMap(({ id, quantity, sample }): [string, string][] => [
    ["item", id],
    ["quantity", quantity],
    ...(sample ? [["sample", id] as [string, string]] : []),
  ]);
  const error = getT(context, "forms")(`problem.${problem.problem}`, { ...problem, max: limits.items });
  const refusedText = { text: form.get("numbers") ?? "", error, sheetFields };
  return data<QuotationResult>({ values: {}, ...problem, refusedText }, init);
}

/** Responds after too many changes or look-ups. Everything stays in the form. */
export function showLimited(call: BasketCall, waitSeconds: number) {
  const problem = { problem: "changedTooOften", count: Math.ceil(waitSeconds / 60) } as const;
  const init = { status: 429, headers: { "Retry-After": String(waitSeconds) } };
  const { form } = call;
  return form.has("numbers") ? refuseText(call, problem, init) : showChecked(call, readRows(form), [], problem, init);
}

async function loadProducts(context: Context, lines: readonly { id?: string | undefined }[]): Promise<Products> {
  const ids = [...new Set(lines.flatMap(({ id }) => id ?? []))].slice(0, 2 * limits.items);
  const rows = await loadBasketRows(
    context,
    ids.map((id) => ({ id, quantity: "" })),
  );
  return new Map(rows.filter(({ title }) => title !== undefined).map((row) => [row.id, row]));
}

/** A line before it is counted among the others. */
type OpenLine = Pick<CheckedLine, "line" | "row" | "note">;

/** Lists the lines for the page, with their number by kind. */
export function createCheck(context: Context, lines: readonly OpenLine[]): CheckedList {
  const t = getT(context, "quotation");
  const seen = new Map<string, number>();
  let rows = 0;
  const checked = lines.map((line, index): CheckedLine => {
    const text = line.line || (line.row?.id ?? "");
    seen.set(text, (seen.get(text) ?? 0) + 1);
    const isOpen = line.row !== undefined && line.row.quantity === "" && !line.row.sample;
    return {
      ...line,
      key: `${seen.get(text)} ${text}`,
      field: line.row ? `quantity-${rows++}` : `text-${index}`,
      isOpen,
    };
  });
  const open = checked.filter(({ isOpen }) => isOpen).length;
  const counts = { read: rows - open, open, other: checked.length - rows };
  const errors = checked.flatMap(({ row, field: id }) => (row?.error ? { text: row.error, id } : []));
  const texts = { title: t("pasted.title"), lead: t("pasted.lead"), status: t("pasted.counts", counts) };
  return { ...texts, lines: checked, errors };
}

/** Reads a kept list: the order sheet's rows, then each line with what the site proposes for it, or why nothing. */
export async function loadCheckedLines(context: Context, { text, rows }: PastedText): Promise<OpenLine[]> {
  const api = getApi(context);
  const lines = listLines(text);
  const numbers = listItemNumbers(lines);
  const starts = Array.from({ length: Math.ceil(numbers.length / limits.items) }, (_, index) => index * limits.items);
  const found = await mapInBatches(
    starts,
    (start) => findByItemNumbers(api, numbers.slice(start, start + limits.items)),
    1,
  );
  const parsed = parseLines(lines, new Map(found.flatMap((all) => [...all])));
  const idsByName = await findByNames(api, listNames(parsed));
  const ids = [...parsed.flatMap((line) => line.ids), ...idsByName.values()];
  const products = await loadProducts(context, [...rows, ...ids.map((id) => ({ id }))]);
  return [
    ...rows.map(({ id, quantity, sample }) => ({ line: "", row: { ...findRow(products, id), sample, quantity } })),
    ...resolveLines(parsed, idsByName, products).map((line) => describeLine(context, line, products)),
  ];
}

const findRow = (products: Products, id: string): Omit<BasketRow, "quantity"> =>
  products.get(id) ?? { id, title: id, names: [] };

/** Weight in grams above which a proposed quantity is pointed out, because a comma may be a decimal one. */
const largeGrams = 10_000_000;

function describeLine(context: Context, { line, id, quantity, rounded, problem }: ReadLine, products: Products) {
  const t = getT(context, "quotation");
  const unit = products.get(id ?? "")?.minimum?.unit ?? "";
  const notes = [
    rounded !== undefined && t("pasted.rounded", { amount: Number(rounded.toFixed(2)), unit }),
    quantity !== undefined && (toGrams(quantity, unit) ?? 0) > largeGrams && t("pasted.large", { quantity, unit }),
    problem && t(`pasted.problems.${problem}`),
  ];
  const note = notes.filter(Boolean).join(" · ") || undefined;
  const row = id === undefined ? undefined : { ...findRow(products, id), quantity: String(quantity ?? "") };
  return { line, note, ...(row && { row }) };
}

const checkedItemsSchema = z.array(
  z.object({
    id: z.string().min(1).max(limits.itemId),
    quantity: z.string().transform((text) => text.slice(0, maxQuantityLength)),
    sample: z.literal(true).optional(),
  }),
);

/** Reads the rows of the check. An item may have several. A sample's value is the id of its row's field. */
function readCheckedItems(form: URLSearchParams): TypedItem[] {
  const quantities = form.getAll("quantity");
  const samples = new Set(form.getAll("sample"));
  const all = form.getAll("item").slice(0, 2 * limits.items);
  return (
    checkedItemsSchema.safeParse(
      all.map((id, index) => ({
        id,
        quantity: quantities[index],
        sample: samples.has(`quantity-${index}`) || undefined,
      })),
    ).data ?? []
  );
}

/**
 * Shows the check again, with what the visitor has filled in. The nth row of an item is its nth line.
 * @param lines the kept list's lines, if they are known
 */
function showChecked(
  { context }: BasketCall,
  rows: readonly TypedItem[],
  lines: readonly OpenLine[],
  problem: Omit<QuotationResult, "values">,
  init: ResponseInit = { status: 422 },
  products: Products = new Map(),
) {
  const t = getT(context, "forms");
  const typed = Map.groupBy(rows, ({ id }) => id);
  const describe = (row: Omit<BasketRow, "quantity">, item: TypedItem): BasketRow => {
    const filled = { ...row, ...item, problem: readTyped(item, row).problem };
    return { ...filled, error: createQuantityError(t, filled) };
  };
  const kept = lines.map(({ row, ...line }) => {
    const item = row && typed.get(row.id)?.shift();
    return { ...line, ...(row && { row: item ? describe(row, item) : row }) };
  });
  const others = [...typed.values()]
    .flat()
    .map((item) => ({ line: "", row: describe(findRow(products, item.id), item) }));
  return data<QuotationResult>({ values: {}, ...problem, checked: createCheck(context, [...others, ...kept]) }, init);
}

/** Reads the quantity that is filled in, in the product's unit. */
const readTyped = ({ quantity }: TypedItem, product: Pick<BasketRow, "minimum"> | undefined): Partial<Quantity> =>
  isFilled(quantity) ? readQuantity(quantity, product?.minimum?.unit) : {};

const readRows = (form: URLSearchParams) =>
  form.get("intent") === "pasted" ? readCheckedItems(form) : readSheetRows(form);

/** Adds the rows that have a quantity or ask for a sample. A pasted text stays, to be sent as it is. */
export async function addItems(call: BasketCall) {
  const { context, request, form } = call;
  const rows = readRows(form);
  const { pasted } = form.get("intent") === "pasted" ? await openBasket(request, context) : emptyBasket;
  const products = await loadProducts(context, rows);
  const chosen = rows.map((row) => ({
    id: row.id,
    isSample: row.sample === true,
    ...readTyped(row, products.get(row.id)),
  }));
  const showAgain = async (problem: Omit<QuotationResult, "values">, init?: ResponseInit) =>
    showChecked(call, rows, await loadCheckedLines(context, pasted), problem, init, products);
  if (chosen.some(({ problem }) => problem)) return showAgain({});
  try {
    let applied = applyLines([], [], products);
    const { headers } = await editBasket(
      call,
      (all) => (applied = applyLines(all, chosen, products)).items,
      (notes) => ({ ...notes, pasted: pasted.text ? { ...notes.pasted, rows: [] } : notes.pasted }),
    );
    const filled = chosen.filter(({ quantity, isSample }) => quantity !== undefined || isSample).length;
    const counts = {
      added: applied.added,
      samples: chosen.filter(({ isSample }) => isSample).length,
      replaced: applied.replaced,
      refused: applied.refused,
      left: pasted.text ? pasted.rows.length + listLines(pasted.text).length - filled : 0,
    };
    const query = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [[name, String(count)]] : []));
    return redirectToList(call, headers, `?${new URLSearchParams(query)}`);
  } catch (error) {
    logBasketError(context, error);
    return showAgain({ problem: "storage" }, { status: 503 });
  }
}

const outcomes = ["added", "samples", "replaced", "refused", "left"] as const;

/** Describes what was added. The query has a number for each outcome. */
export function describeAddedLines(context: Context, url: URL): string {
  const t = getT(context, "loader");
  const read = (name: string) => Number(/^\d{1,4}$/.exec(url.searchParams.get(name) ?? "")?.[0] ?? 0);
  const filledNames = outcomes.filter((name) => read(name) > 0);
  return filledNames.map((name) => t(`sheet.outcomes.${name}`, { n: read(name) })).join(" · ");
}
