import { data, type RouterContextProvider } from "react-router";
import type { Added } from "../components/forms/add-to-inquiry.tsx";
import type { BasketRow, QuotationAnswer } from "../components/forms/quotation-form.tsx";
import { limits } from "../contract/limits.ts";
import { asLine } from "../contract/submissions.ts";
import { readMinimumOrder } from "../contract/minimum-order.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import type { Api } from "../services/api.ts";
import { withItem, type BasketItem } from "../submissions/basket.ts";
import { quotationValues, readQuantity, readQuotation, typedItems, type TypedItem } from "../submissions/quotation.ts";
import { basketCookies, basketIdOf } from "./inquiry-cookies.ts";
import { unavailable } from "./http-error.ts";
import { redirectTo } from "./navigation.ts";
import { sendSubmission } from "./send-submission.ts";
import { servicesOf } from "./services-context.ts";

type Context = Readonly<RouterContextProvider>;

type Call = { request: Request; url: URL; context: Context; api: Api; form: URLSearchParams };

/** Most items that are looked up at a time. */
const lookupsAtOnce = 40;

/**
 * Rows of the inquiry list in the reader's language. An item that isn't there any more has no title; one that can't be
 * looked up now goes by its id: the visitor has chosen it all the same.
 */
export async function basketRows(api: Api, items: readonly TypedItem[]): Promise<BasketRow[]> {
  const rows: BasketRow[] = [];
  for (let first = 0; first < items.length; first += lookupsAtOnce) {
    const some = items.slice(first, first + lookupsAtOnce);
    rows.push(...(await Promise.all(some.map((item) => basketRow(api, item)))));
  }
  return rows;
}

async function basketRow(api: Api, item: TypedItem): Promise<BasketRow> {
  const { title, sku, moq } = await api.content.info("product", item.id).catch((error: unknown) => ({
    title: error instanceof Response && error.status === 404 ? undefined : item.id,
    sku: undefined,
    moq: undefined,
  }));
  return { ...unknownRow(item), title, sku, moq, minimum: readMinimumOrder(moq) };
}

/** A row of which only the id is known. */
function unknownRow({ id, quantity }: TypedItem): BasketRow {
  return { id, quantity, isWrong: readQuantity(quantity) === undefined || undefined, title: id };
}

/** What a visitor is told who has changed the list too often. Nothing is looked up or kept; what was typed is shown again. */
export function tooManyChanges(form: URLSearchParams, seconds: number) {
  const init = { status: 429, headers: { "Retry-After": String(seconds) } };
  if (form.has("stay")) return data<Added>({ problem: "limited" }, init);
  const rows = typedItems(form).rows.map(unknownRow);
  const problem = { problem: "changedTooOften", minutes: Math.ceil(seconds / 60) } as const;
  return data<QuotationAnswer>({ values: quotationValues(form), rows, ...problem }, init);
}

/** What is on the visitor's list. None where it can't be read now: the page has a form that may have been filled in. */
export async function basketItems(request: Request, context: Context): Promise<BasketItem[]> {
  const { baskets } = servicesOf(context);
  return baskets.read(basketIdOf(request)).catch((error: unknown) => {
    logLoss(context, error);
    return [];
  });
}

/** Puts one more on the list. A script asks for the count; without script the list is shown. */
export async function addToBasket(call: Call) {
  const { request, url, context, form, api } = call;
  const [item] = typedItems(form).rows;
  const isByScript = form.has("stay");
  try {
    const before = await servicesOf(context).baskets.read(basketIdOf(request));
    const problem = item && (await problemOfAdding(api, before, item));
    if (problem) return isByScript ? data<Added>({ problem }, { status: 422 }) : notAdded(call, before, problem);
    const items = item ? withItem(before, { id: item.id, quantity: await quantityToAdd(api, item) }) : before;
    const headers = await keep(call, items);
    if (isByScript) return data<Added>({ count: items.length }, { headers });
    return redirectTo(localizePath("/quotation", splitLocale(url.pathname).locale), { status: 303, headers });
  } catch (error) {
    logLoss(context, error);
    if (isByScript) return data<Added>({ problem: "notAdded" }, { status: 503 });
    throw unavailable(requestIdOf(context));
  }
}

/** As much as was typed, else as can be ordered at the least. */
async function quantityToAdd(api: Api, item: TypedItem): Promise<number> {
  return readQuantity(item.quantity) ?? (await basketRow(api, item)).minimum?.quantity ?? 1;
}

/**
 * Why an item can't be put on the list: there is no room, or no such item. One that has just gone may join others, and is then
 * said to have gone; no list begins with it, so that what isn't there takes no storage.
 */
async function problemOfAdding(api: Api, before: readonly BasketItem[], item: TypedItem) {
  if (before.some(({ id }) => id === item.id)) return undefined;
  if (before.length >= limits.items) return "full";
  if (before.length > 0) return undefined;
  return (await basketRow(api, item)).title === undefined ? "unknownItem" : undefined;
}

/** The list as it is, with why nothing was added. */
async function notAdded({ form, api }: Call, before: readonly BasketItem[], problem: "full" | "unknownItem") {
  const typed = before.map(({ id, quantity }) => ({ id, quantity: String(quantity) }));
  const answer = { values: quotationValues(form), rows: await basketRows(api, typed), problem };
  return data<QuotationAnswer>(answer, { status: 422 });
}

/** Takes quantities and removals from the form. What can't be read stays as typed and is marked. */
export async function changeBasket(call: Call) {
  const { answer, items } = await read(call);
  const status = answer.problem || answer.rows.some(({ isWrong }) => isWrong) ? 422 : 200;
  try {
    return data<QuotationAnswer>(answer, { status, headers: await keep(call, items) });
  } catch (error) {
    logLoss(call.context, error);
    return data<QuotationAnswer>({ ...answer, problem: "storage" }, { status: 503 });
  }
}

/** Sends the request and empties the list. */
export async function sendQuotation(call: Call) {
  const { url, context, form } = call;
  const { locale } = splitLocale(url.pathname);
  const { answer, items } = await read(call);
  const comesBack = async (problem: object, status: number, headers?: Record<string, string>) =>
    data<QuotationAnswer>({ ...answer, ...problem }, { status, headers: await keepIfPossible(call, items, headers) });
  const asked = answer.rows.flatMap(({ id, title, sku, quantity, minimum }) =>
    title === undefined ? [] : [{ id, ...printed(title, sku, minimum?.unit), quantity: readQuantity(quantity) ?? 0 }],
  );
  const isWrong = answer.problem !== undefined || answer.rows.some((row) => row.isWrong);
  const written = readQuotation(form, isWrong ? [] : asked, locale);
  if ("errors" in written) return comesBack(written, 422);
  if (isWrong) return comesBack({}, 422);
  const { request: payload, contact } = written;
  const sent = await sendSubmission(call.request, context, form, { kind: "quotation", payload, contact });
  if ("answer" in sent) return comesBack(sent.answer, sent.init.status, sent.init.headers);
  return redirectTo(localizePath(`/quotation/received?reference=${sent.reference}`, locale), {
    status: 303,
    headers: await keepIfPossible(call, []),
  });
}

/** The catalogue's words as a request can carry them: one line, and not longer than it may be. */
function printed(title: string, sku: string | undefined, unit: string | undefined) {
  return {
    title: asLine(title, limits.itemTitle),
    sku: sku === undefined ? undefined : asLine(sku, limits.sku),
    unit: unit === undefined ? undefined : asLine(unit, limits.unit),
  };
}

/**
 * The form's rows as they are shown again, and as they are kept: an item that isn't in the catalogue only where the visitor
 * has it on the list already.
 */
async function read({ request, context, form, api }: Call): Promise<{ answer: QuotationAnswer; items: BasketItem[] }> {
  const removed = form.get("remove");
  const typed = typedItems(form);
  const all = await basketRows(
    api,
    typed.rows.filter(({ id }) => id !== removed),
  );
  const hasUnknown = all.some(({ title }) => title === undefined);
  const known = new Set(hasUnknown ? (await basketItems(request, context)).map(({ id }) => id) : []);
  const rows = all.filter(({ id, title }) => title !== undefined || known.has(id));
  const problem = typed.isCut ? ("cut" as const) : undefined;
  return { answer: { values: quotationValues(form), rows, problem }, items: readable(rows) };
}

function readable(typed: readonly TypedItem[]): BasketItem[] {
  return typed.map(({ id, quantity }) => ({ id, quantity: readQuantity(quantity) ?? 1 }));
}

/** Keeps the list. @returns the cookies that know it */
async function keep({ request, context }: Call, items: readonly BasketItem[]): Promise<Headers> {
  const { baskets, isSecure } = servicesOf(context);
  const known = basketIdOf(request);
  if (known === undefined && items.length === 0) return new Headers();
  const own = await baskets.write(known, items);
  return new Headers(basketCookies(own, items.length, isSecure));
}

/** Keeps the list where something else matters more than whether that works. */
async function keepIfPossible(call: Call, items: readonly BasketItem[], others: Record<string, string> = {}) {
  const headers = await keep(call, items).catch((error: unknown) => {
    logLoss(call.context, error);
    return new Headers();
  });
  for (const [name, value] of Object.entries(others)) headers.set(name, value);
  return headers;
}

function logLoss(context: Context, error: unknown): void {
  servicesOf(context).log.error(
    { requestId: requestIdOf(context), err: error },
    "inquiry list could not be read or kept",
  );
}
