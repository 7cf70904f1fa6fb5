import { href, data } from "react-router";
import type { BasketRow, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import { getRequestId, getSenderKey, getT } from "#app/http/request-context.ts";
import { createUnavailable, redirectTo } from "#app/http/responses.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { createQuantityError } from "#app/services/api/contract/forms/quantity-error.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { countLookups, findByItemNumbers } from "#app/loaders/numbers.server.ts";
import {
  pastedLinesMark,
  readFormItems,
  setItems,
  type Basket,
  type BasketItem,
} from "#app/services/submissions/basket.ts";
import { waitForTurn } from "#app/services/runtime/turns.ts";
import { readFormValues } from "#app/services/submissions/forms.ts";
import {
  listItemNumbers,
  outcomes,
  readPastedItems,
  resolveItems,
  type PastedItem,
  type ResolvedItem,
  type WantedItem,
} from "#app/services/submissions/pasted-items.ts";
import { readPastedLines, type PastedLine } from "#app/services/submissions/pasted-lines.ts";
import {
  createLimitedResponse,
  editBasket,
  loadBasketRows,
  logBasketError,
  respondWithProblem,
  returnInput,
  type Call,
} from "./action.server.ts";
import { describeListedFormulas } from "./formula.server.ts";

/** Adds the order sheet's rows, pasted item numbers and samples to the list. */
export async function addFromSheet(call: Call) {
  const { url, context, form } = call;
  const text = form.get("numbers") ?? "";
  const lineCount = countLines(text);
  if (lineCount > limits.items) return returnInput(form, { problem: "tooManyLines" }, { status: 422 });
  try {
    // A list counts once, because all its numbers are looked up together.
    const waitSeconds = lineCount > 0 ? await countLookups(context, 1) : 0;
    if (waitSeconds > 0) return createLimitedResponse(form, waitSeconds);
    const sheet = await resolveSheet(call, readPastedLines(text));
    const { basket, unread, replacedCount, hasNoRoom, isFull } = await applySheet(call, sheet);
    if (isFull) return await respondWithProblem(call, "full", basket);
    const counts = { ...countOutcomes(sheet), replaced: replacedCount };
    if (counts.refused + counts.unknown > 0 || hasNoRoom)
      return await respondWithRefused(call, sheet, { ...basket, unread }, counts);
    const filledNames = countNames.filter((name) => counts[name] > 0);
    const query = new URLSearchParams(filledNames.map((name) => [name, String(counts[name])]));
    const path = localizePath(href("/quotation"), splitLocale(url.pathname).locale);
    return redirectTo(query.size > 0 ? `${path}?${query}` : path, { status: 303, headers: basket.headers });
  } catch (error) {
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}

/** Counts a pasted list's lines with letters or digits, without the time that it takes to parse them. */
const countLines = (text: string) =>
  text.split(/[\n\r\u2028\u2029\u0085\v\f]|<tr\b/i).filter((line) => /[\p{L}\p{N}]/u.test(line)).length;

/** `hasNoRoom`: the line doesn't fit into the message. */
type SheetItem = ResolvedItem & { isPasted?: true; heading?: string; rest?: string; hasNoRoom?: boolean };

type Refusal = Required<Pick<ResolvedItem, "problem">> & Pick<BasketRow, "quantity">;

type Sheet = {
  items: SheetItem[];
  quantities: ReadonlyMap<string, number>;
  samples: string[];
  products: ReadonlyMap<string, BasketRow>;
};

/** Maximum candidates for item numbers that are looked up. A line has about four. */
const maxNumbers = 10 * limits.items;

/** Number of lines that are read in a turn of the event loop. */
const linesPerTurn = 20;

async function findPastedItems({ api, context }: Call, lines: readonly PastedLine[]) {
  const numbers = listItemNumbers(lines).slice(0, maxNumbers);
  const idsByNumber = new Map<string, string>();
  for (let start = 0; start < numbers.length; start += limits.items)
    for (const [number, id] of await findByItemNumbers(api, numbers.slice(start, start + limits.items)))
      idsByNumber.set(number, id);
  const items: PastedItem[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % linesPerTurn === 0) await waitForTurn(getSenderKey(context));
    items.push(...readPastedItems(line, (number) => idsByNumber.has(number)));
  }
  return items.map(({ number = "", ...item }) => ({ ...item, id: idsByNumber.get(number), isPasted: true as const }));
}

async function resolveSheet(call: Call, lines: readonly PastedLine[]): Promise<Sheet> {
  const { api, form } = call;
  const filledRows = readFormItems(form, Infinity).rows.filter(({ quantity }) => quantity.trim() !== "");
  const rows = filledRows.map(({ id, quantity }): WantedItem => ({ id, typed: quantity, line: quantity }));
  const wantedItems = [...rows, ...(await findPastedItems(call, lines))];
  const ids = new Set([...wantedItems.slice(0, limits.items).flatMap(({ id }) => id ?? []), ...form.getAll("sample")]);
  const loadedRows = await loadBasketRows(
    api,
    [...ids].slice(0, 2 * limits.items).map((id) => ({ id, quantity: "" })),
  );
  const products = new Map(loadedRows.filter(({ title }) => title !== undefined).map((row) => [row.id, row]));
  const resolvedItems = resolveItems(wantedItems, products);
  const pastedSamples = resolvedItems.items.flatMap(({ id, isSample }) => (isSample ? (id ?? []) : []));
  const samples = [...new Set([...form.getAll("sample"), ...pastedSamples])].filter((id) => products.has(id));
  return { ...resolvedItems, samples: samples.slice(0, limits.items), products };
}

/** Maximum characters of unparsed lines, which leaves room for formulas and the visitor's text. */
const maxUnparsedLength = forms.quotation.fields.message.maxLength - 1500;

/** Applies the sheet to the list. A refused quantity changes nothing. */
async function applySheet(call: Call, { items, quantities, samples, products }: Sheet) {
  const ids = [...new Set([...quantities.keys(), ...samples])];
  const findListedQuantity = (all: readonly BasketItem[], id: string) => all.find((item) => item.id === id)?.quantity;
  // An item number without a quantity keeps the quantity already listed.
  const typedIds = new Set(items.filter(({ typed }) => typed !== undefined).map(({ id }) => id));
  const lacksQuantity = (id: string) => !typedIds.has(id);
  const createItem = (all: readonly BasketItem[], id: string): BasketItem => ({
    id,
    quantity:
      (lacksQuantity(id) ? findListedQuantity(all, id) : undefined) ??
      quantities.get(id) ??
      findListedQuantity(all, id),
    ...(samples.includes(id) && { sample: true as const }),
  });
  const pastedIds = new Set(items.filter(({ isPasted }) => isPasted).map(({ id }) => id));
  const unparsedItems = items.filter((item) => item.isPasted && needsReview(item, products));
  let [unread, replacedCount] = ["", 0];
  const basket = await editBasket(
    call,
    (all) => {
      const isQuantityReplaced = ({ id, quantity }: BasketItem) =>
        pastedIds.has(id) && !lacksQuantity(id) && quantities.get(id) !== quantity;
      replacedCount = all.filter((item) => quantities.has(item.id) && isQuantityReplaced(item)).length;
      return setItems(
        all,
        ids.map((id) => createItem(all, id)),
        [],
      );
    },
    (notes) => {
      const keptLines = notes.unread.split("\n").filter(Boolean);
      // Doesn't add a line of an earlier paste again, but keeps repetitions within this paste.
      const unmatchedLines = [...keptLines];
      const add = (line: string): void => {
        const index = unmatchedLines.indexOf(line);
        if (index < 0) keptLines.push(line);
        else unmatchedLines.splice(index, 1);
      };
      if (unparsedItems.length > 0 && !keptLines.includes(pastedLinesMark)) keptLines.push(pastedLinesMark);
      for (const item of unparsedItems) {
        item.hasNoRoom = keptLines.join("\n").length + item.line.length > maxUnparsedLength;
        if (item.hasNoRoom) continue;
        if (item.heading && !keptLines.includes(item.heading)) keptLines.push(item.heading);
        add(item.line);
      }
      unread = keptLines.join("\n");
      return { ...notes, unread };
    },
  );
  const listedIds = new Set(basket.items.map(({ id }) => id));
  const hasNoRoom = unparsedItems.some((item) => item.hasNoRoom);
  return { basket, unread, replacedCount, hasNoRoom, isFull: ids.some((id) => !listedIds.has(id)) };
}

/** Whether the owner should read the line: its item wasn't added, or it has words other than the product's title. */
function needsReview({ id = "", outcome, rest = "" }: SheetItem, products: Sheet["products"]): boolean {
  if (outcome === "refused" || outcome === "unknown") return true;
  const words = rest.replace(/[^\p{L}\p{N}]+|数量|\b(?:qty|quantity)\b/gu, " ").trim();
  const title = products.get(id)?.title?.normalize("NFKC").toLowerCase() ?? "";
  return words !== "" && !title.includes(words);
}

/** Responds with the list, the outcomes, and the reason why each refused or unknown line wasn't added. */
async function respondWithRefused(
  call: Call,
  sheet: Sheet,
  { headers, ...basket }: Omit<Basket, "id"> & { headers: Headers },
  counts: Counts,
) {
  const { context, url, form, api } = call;
  const { items, quantities, products } = sheet;
  // A refused quantity stays in its field, unless another line for the product was accepted.
  const refusals = new Map<string, Refusal>();
  for (const { id, typed: quantity = "", problem } of items)
    if (id !== undefined && problem && !quantities.has(id)) refusals.set(id, { quantity, problem });
  const words = await describeListedFormulas(context, splitLocale(url.pathname).locale, basket);
  const listedRows = await loadBasketRows(api, basket.items);
  const listedIds = new Set(listedRows.map(({ id }) => id));
  const otherRows = [...products.values()].filter(({ id }) => refusals.has(id) && !listedIds.has(id));
  const result: QuotationResult = {
    values: { ...readFormValues("quotation", form), message: words.message },
    rows: [...listedRows, ...otherRows].map((row) => ({ ...row, ...refusals.get(row.id) })),
    outcome: { text: describeCounts(context, counts), problems: describeProblems(call, sheet, refusals) },
  };
  return data(result, { status: 422, headers });
}

function describeProblems({ context }: Call, { items, products }: Sheet, refusals: ReadonlyMap<string, Refusal>) {
  const t = getT(context, "loader");
  const tForms = getT(context, "forms");
  const problems = items.flatMap(({ id = "", line, typed = "", outcome, problem, reason, isPasted, hasNoRoom }) => {
    if (hasNoRoom) return { line: shorten(line), text: t("sheet.reasons.noRoom"), id: "message" };
    if (outcome !== "refused" && outcome !== "unknown") return [];
    const row = { ...(products.get(id) ?? { id, title: id }), quantity: typed, ...(problem && { problem }) };
    const unreadableReason = isPasted && problem?.reason === "unreadable" ? ("unreadable" as const) : undefined;
    const explanation =
      reason || unreadableReason || !problem
        ? t(`sheet.reasons.${reason ?? unreadableReason ?? "unknown"}`, { max: limits.items })
        : createQuantityError(tForms, row);
    return {
      ...(isPasted && { line: shorten(line) }),
      text: explanation,
      id: refusals.has(id) ? `quantity-${id}` : "message",
    };
  });
  const omittedCount = problems.length - limits.items;
  return omittedCount > 0
    ? [...problems.slice(0, limits.items), { text: t("sheet.more", { n: omittedCount }), id: "message" }]
    : problems;
}

/** Shortens a pasted line that is quoted with its problem. */
const shorten = (line: string) => (line.length > 100 ? `${line.slice(0, 100).toWellFormed()}…` : line);

const [added, ...otherOutcomes] = outcomes;

/** `withoutQuantity`: added lines that have no quantity and don't ask for a sample. */
const countNames = [added, "withoutQuantity", ...otherOutcomes, "samples", "replaced"] as const;

type Counts = Record<(typeof countNames)[number], number>;

function countOutcomes({ items, samples }: Sheet): Counts {
  const counts = outcomes.map((outcome) => [outcome, items.filter((item) => item.outcome === outcome).length]);
  const withoutQuantity = items.filter((item) => item.outcome === added && item.typed === undefined && !item.isSample);
  return {
    ...(Object.fromEntries(counts) as Counts),
    withoutQuantity: withoutQuantity.length,
    samples: samples.length,
    replaced: 0,
  };
}

function describeCounts(context: Call["context"], counts: Counts): string {
  const t = getT(context, "loader");
  const filledNames = countNames.filter((name) => counts[name] > 0);
  return filledNames.map((name) => t(`sheet.outcomes.${name}`, { n: counts[name] })).join(" · ");
}

/** Describes the outcomes of a sheet's lines. The query has the number of lines for each outcome. */
export function describeAddedLines(context: Call["context"], url: URL): string {
  const read = (name: string) => Number(/^\d{1,4}$/.exec(url.searchParams.get(name) ?? "")?.[0] ?? 0);
  return describeCounts(context, Object.fromEntries(countNames.map((name) => [name, read(name)])) as Counts);
}
