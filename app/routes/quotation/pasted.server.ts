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
import { readQuantity, type Quantity } from "#app/services/api/contract/amounts/quantity.ts";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import type { BasketRow, FormProblem, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { createQuantityError } from "#app/services/api/contract/forms/quantity-error.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { pastedLinesMark, readFormItems } from "#app/services/submissions/orders/basket.ts";
import { listItemNumbers, listNames, parseLines } from "#app/services/submissions/orders/pasted-lines.ts";
import { applyLines, outcomes, resolveLines, type ReadLine } from "#app/services/submissions/orders/pasted-order.ts";

/** A pasted line with what the visitor adds for it, or a row of the order sheet, which has no `line`. */
type CheckedLine = { line: string; id: string; typed: string; isSample: boolean; isRaised: boolean; note?: string };

type Products = ReadonlyMap<string, BasketRow>;

/** Creates the hint for a pasted list, with the first product as the example; `undefined` without products. */
export async function createPasteHint(context: Context): Promise<string | undefined> {
  const { content, optional } = getApi(context);
  const [product] = (await optional(content.list("product", { pageSize: 1, sort: "title" })))?.rows ?? [];
  const { title: name, sku: number = name } = product ?? {};
  return name && getT(context, "quotation")("pasted.hint", { number, name });
}

const isFilled = (text: string) => text.trim() !== "";

/** Reads the order sheet's rows that are filled in. */
function readSheetRows(form: URLSearchParams): CheckedLine[] {
  const samples = new Set(form.getAll("sample"));
  return readFormItems(form, Infinity)
    .rows.map(({ id, quantity }) => ({ line: "", id, typed: quantity, isSample: samples.has(id), isRaised: false }))
    .filter(({ typed, isSample }) => isFilled(typed) || isSample);
}

/** Adds the order sheet's rows. If a list was pasted, only shows what it is read as, for the visitor to check. */
export async function addFromSheet(call: BasketCall) {
  const { context, form } = call;
  const text = cleanText(form.get("numbers") ?? "").replace(/\r\n?/g, "\n");
  const rows = readSheetRows(form);
  if (!isFilled(text)) return addLines(call, rows);
  const count = text.split("\n").filter(isFilled).length;
  if (count > limits.items) return showLines(call, rows, { problem: "tooManyLines", count }, text);
  if (encodeURIComponent(text.toWellFormed()).length > limits.pastedBytes)
    return showLines(call, rows, { problem: "tooMuchText" }, text);
  // A list counts once, because all its items are looked up together.
  const waitSeconds = await countLookups(context, 1);
  if (waitSeconds > 0) return showLimited(call, waitSeconds);
  const lines = [...rows, ...(await readList(call, text.split("\n")))];
  return showLines(call, lines, {}, text, await loadProducts(context, lines));
}

async function readList({ api, context }: BasketCall, lines: readonly string[]): Promise<CheckedLine[]> {
  const numbers = listItemNumbers(lines);
  const starts = Array.from({ length: Math.ceil(numbers.length / limits.items) }, (_, index) => index * limits.items);
  const found = await mapInBatches(
    starts,
    (start) => findByItemNumbers(api, numbers.slice(start, start + limits.items)),
    1,
  );
  const parsed = parseLines(lines, new Map(found.flatMap((ids) => [...ids])));
  const idsByName = await findByNames(api, listNames(parsed));
  const rows = await loadProducts(
    context,
    [...parsed.flatMap(({ ids }) => ids), ...idsByName.values()].map((id) => ({ id })),
  );
  const loaded = await mapInBatches([...rows.keys()], (id) => api.optional(api.content.info("product", id)));
  const products = loaded.flatMap((item) => {
    const names = item && [item.title, ...item.names.map(({ text }) => text)];
    return names ? [[item.id, { names, minimum: rows.get(item.id)?.minimum }] as const] : [];
  });
  return resolveLines(parsed, idsByName, new Map(products)).map((line) => describeLine(context, line, rows));
}

function describeLine(
  context: BasketCall["context"],
  { line, id = "", quantity, rounded, raised }: ReadLine,
  rows: Products,
) {
  const t = getT(context, "quotation");
  const unit = rows.get(id)?.minimum?.unit ?? "";
  const notes = [
    rounded !== undefined && t("pasted.rounded", { amount: Number(rounded.toFixed(2)), unit }),
    raised !== undefined && t("pasted.raised", { amount: Number(raised.toFixed(2)), unit }),
    quantity === undefined && t("pasted.uncertain"),
  ];
  const note = notes.filter(Boolean).join(" · ");
  return { line, id, typed: String(quantity ?? ""), isSample: false, isRaised: raised !== undefined, note };
}

async function loadProducts(context: BasketCall["context"], lines: readonly { id: string }[]): Promise<Products> {
  const ids = [...new Set(lines.map(({ id }) => id).filter(Boolean))].slice(0, 2 * limits.items);
  const items = ids.map((id) => ({ id, quantity: "" }));
  const rows = await loadBasketRows(context, items);
  return new Map(rows.filter(({ title }) => title !== undefined).map((row) => [row.id, row]));
}

/** Reads the quantity that is filled in, in the product's unit. */
const readTyped = ({ id, typed }: Pick<CheckedLine, "id" | "typed">, products: Products): Partial<Quantity> =>
  isFilled(typed) ? readQuantity(typed, products.get(id)?.minimum?.unit) : {};

/** Problems that are reported at the field of the pasted text. */
const textProblems = ["tooManyLines", "tooMuchText", "noRoom"] as const;

/** Responds with the page on which the visitor checks the lines. Nothing is stored. */
function showLines(
  { context }: BasketCall,
  lines: readonly CheckedLine[],
  problem: FormProblem,
  text: string,
  products: Products = new Map(),
  status = 422,
) {
  const t = getT(context, "forms");
  const checkedLines = lines.map(({ line, id, typed, isSample, isRaised, note }) => {
    const product: Omit<BasketRow, "quantity"> = products.get(id) ?? { id, title: id, names: [] };
    const row = { ...product, quantity: typed, note, problem: readTyped({ id, typed }, products).problem };
    return { line, isSample, isRaised, ...(id !== "" && { row: { ...row, error: createQuantityError(t, row) } }) };
  });
  const hasError = problem.problem !== undefined || checkedLines.some(({ row }) => row?.problem);
  const sheetRows = lines.filter(({ line }) => line === "");
  const sheetFields = sheetRows.flatMap(({ id, typed, isSample }): [string, string][] => [
    ["item", id],
    ["quantity", typed],
    ...(isSample ? [["sample", id] as [string, string]] : []),
  ]);
  const key = textProblems.find((name) => name === problem.problem);
  const error = key && t(`problem.${key}`, { ...problem, max: limits.items });
  const result = { values: {}, ...problem, pasted: { text, lines: checkedLines, error, sheetFields } };
  return data<QuotationResult>(result, { status: hasError ? status : 200 });
}

const checkedLinesSchema = z.array(
  z.object({
    line: z.string().max(limits.pastedBytes).overwrite(cleanText),
    id: z.string().max(limits.itemId),
    typed: z.string().transform((text) => text.slice(0, 40)),
  }),
);

/** Reads the lines that the visitor has checked, with the quantities filled in. */
function readCheckedLines(form: URLSearchParams): CheckedLine[] {
  const [ids, quantities, raised] = ["item", "quantity", "raised"].map((name) => form.getAll(name));
  const lines = form.getAll("line").slice(0, 3 * limits.items);
  const all = lines.map((line, index) => ({ line, id: ids![index], typed: quantities![index] }));
  const { data: parsed = [] } = checkedLinesSchema.safeParse(all);
  return parsed.map((line, index) => ({
    ...line,
    isSample: form.has(`sample-${index}`),
    isRaised: raised!.includes(String(index)),
  }));
}

export const addPastedLines = (call: BasketCall) => addLines(call, readCheckedLines(call.form));

/** Responds after too many changes or look-ups. Nothing is loaded, and everything stays in the form. */
export function showLimited(call: BasketCall, waitSeconds: number) {
  const { form } = call;
  const problem = { problem: "changedTooOften", count: Math.ceil(waitSeconds / 60) } as const;
  const lines = form.has("line") ? readCheckedLines(form) : readSheetRows(form);
  const { data: result } = showLines(call, lines, problem, form.get("numbers") ?? joinLines(lines));
  return data(result, { status: 429, headers: { "Retry-After": String(waitSeconds) } });
}

const joinLines = (lines: readonly CheckedLine[]) => lines.flatMap(({ line }) => line || []).join("\n");

/** Maximum characters of lines that aren't added, which leaves room for formulas and the visitor's text. */
const maxTextLength = forms.quotation.fields.message.maxLength - 1500;

/** Adds the lines that have a quantity or ask for a sample. The others go into the message, unchanged. */
async function addLines(call: BasketCall, lines: readonly CheckedLine[]) {
  const { context, request } = call;
  const products = await loadProducts(context, lines);
  const chosen = lines.map((line) => ({ ...line, ...readTyped(line, products) }));
  const text = joinLines(lines);
  if (chosen.some(({ problem }) => problem)) return showLines(call, lines, {}, text, products);
  const { unread } = await openBasket(request, context);
  const listText = (isText: (line: (typeof chosen)[number], index: number) => boolean) =>
    chosen
      .filter(isText)
      .map(({ line, id, typed }) => line || `${products.get(id)?.title ?? id} ${typed}`)
      .join("\n");
  const textLength = listText(({ quantity, isSample }) => quantity === undefined && !isSample).length;
  const room = Math.max(0, maxTextLength - unread.length);
  if (textLength > room) return showLines(call, lines, { problem: "noRoom", count: room }, text, products);
  try {
    let applied = applyLines([], [], products);
    const listLeft = () => listText((_line, index) => isLeft(applied.results[index]));
    const { headers } = await editBasket(
      call,
      (all) => (applied = applyLines(all, chosen, products)).items,
      (notes) => ({ ...notes, unread: addText(notes.unread, listLeft()) }),
    );
    const samples = lines.filter(({ isSample }) => isSample).length;
    const counts = countOutcomes(applied.results, { samples, replaced: applied.replaced });
    return redirectToList(call, headers, `?${new URLSearchParams(counts)}`);
  } catch (error) {
    logBasketError(context, error);
    return showLines(call, lines, { problem: "storage" }, text, products, 503);
  }
}

const isLeft = (outcome: string | undefined) => outcome === "text" || outcome === "refused";

/** Adds lines to the list's text. The same lines, sent twice, are added once. */
function addText(unread: string, text: string): string {
  if (text === "" || `\n${unread}\n`.includes(`\n${text}\n`)) return unread;
  return [unread, unread.includes(pastedLinesMark) ? "" : pastedLinesMark, text].filter(Boolean).join("\n");
}

const otherCounts = ["samples", "replaced"] as const;

/** Returns the query for the outcomes and `others` that occur. */
function countOutcomes(results: readonly string[], others: Record<(typeof otherCounts)[number], number>) {
  const counts = outcomes.map((name): [string, number] => [name, results.filter((one) => one === name).length]);
  return [...counts, ...Object.entries(others)].flatMap(([name, count]) => (count > 0 ? [[name, String(count)]] : []));
}

/** Describes the outcomes of a list's lines. The query has the number of lines for each outcome. */
export function describeAddedLines(context: BasketCall["context"], url: URL): string {
  const t = getT(context, "loader");
  const read = (name: string) => Number(/^\d{1,4}$/.exec(url.searchParams.get(name) ?? "")?.[0] ?? 0);
  const filledNames = [...outcomes, ...otherCounts].filter((name) => read(name) > 0);
  return filledNames.map((name) => t(`sheet.outcomes.${name}`, { n: read(name) })).join(" · ");
}
