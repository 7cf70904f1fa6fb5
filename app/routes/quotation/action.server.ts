import { href, data, type RouterContextProvider } from "react-router";
import type {
  AddResult,
  BasketRow,
  FormProblem,
  QuotationResult,
} from "#app/services/api/contract/forms/form-results.ts";
import { toSingleLineItem } from "#app/services/api/contract/forms/submissions.ts";
import { parseMinimumOrder } from "#app/services/api/contract/minimum-order.ts";
import { readQuantity } from "#app/services/api/contract/quantity.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import { getClientAddress, getRequestId, getServices } from "#app/http/request-context.ts";
import type { Api } from "#app/services/api/api.ts";
import {
  addItem,
  readFormItems,
  setItems,
  type BasketItem,
  type BasketNotes,
  type FormItem,
  basketDays,
} from "#app/services/submissions/basket.ts";
import { readFormValues, readSubmission } from "#app/services/submissions/forms.ts";
import { formatSetCookie, readCookie } from "#app/services/runtime/web/cookies.ts";
import { createUnavailable, getErrorStatus, redirectTo } from "#app/http/responses.ts";
import { redirectToConfirmation, sendSubmission } from "#app/http/forms/receive-form.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";

type Context = Readonly<RouterContextProvider>;

type EditBasket = (items: BasketItem[]) => BasketItem[];

export type Call = { request: Request; url: URL; context: Context; api: Api; form: URLSearchParams };

/** Loads a list's products. A deleted product has no title. If a product's call fails, its title is the id. */
export async function loadBasketRows(api: Api, items: readonly (FormItem | BasketItem)[]): Promise<BasketRow[]> {
  return mapInBatches(items, (item) => loadBasketRow(api, item));
}

async function loadBasketRow(api: Api, item: FormItem | BasketItem): Promise<BasketRow> {
  const { title, sku, moq, licensedBuyersOnly } = await api.content
    .info("product", item.id)
    .catch((error: unknown) => ({
      title: getErrorStatus(error) === 404 ? undefined : item.id,
      sku: undefined,
      moq: undefined,
      licensedBuyersOnly: undefined,
    }));
  const minimum = parseMinimumOrder(moq);
  const typed = String(item.quantity ?? "");
  const { sample } = item;
  const result = sample && typed.trim() === "" ? undefined : readQuantity(typed, minimum?.unit);
  const quantity = String(result?.quantity ?? typed);
  const { form, listed } = typeof item.quantity === "string" ? (item as FormItem) : { listed: quantity };
  const product = { title, sku, moq, minimum, licensedBuyersOnly };
  return { id: item.id, ...product, form, sample, quantity, listed, problem: result?.problem };
}

/**
 * Counts a change of a list. If the database is unavailable, no limit applies, and the change reports the failure.
 * @returns seconds to wait
 */
export const countChange = (context: Context): Promise<number> =>
  getServices(context)
    .limiter.countAttempt("basket", getClientAddress(context))
    .catch(() => 0);

/** Creates the response after too many changes. */
export function createLimitedResponse(form: URLSearchParams, waitSeconds: number) {
  const init = { status: 429, headers: { "Retry-After": String(waitSeconds) } };
  if (form.has("stay")) return data<AddResult>({ problem: "limited" }, init);
  const rows = readFormItems(form).rows.map((row) => ({ ...row, title: row.id }));
  const problem = { problem: "changedTooOften", count: Math.ceil(waitSeconds / 60) } as const;
  return data<QuotationResult>({ values: readFormValues("quotation", form), rows, ...problem }, init);
}

/** Opens the visitor's list, or an empty list if the database fails. */
export async function openBasket(request: Request, context: Context) {
  const { baskets } = getServices(context);
  return baskets.open(readBasketId(request)).catch((error: unknown) => {
    logBasketError(context, error);
    return { items: [], formulas: [], unread: "" };
  });
}

/** Adds an item. Returns the list's ids to a script, or else redirects to the list. */
export async function addToBasket(call: Call) {
  const { request, url, context, form, api } = call;
  const [item] = readFormItems(form).rows;
  const isFromScript = form.has("stay");
  const refuse = (problem: "full" | "unknownItem", basket: { items: readonly BasketItem[] }) =>
    isFromScript ? data<AddResult>({ problem }, { status: 422 }) : respondWithProblem(call, problem, basket);
  try {
    const current = await getServices(context).baskets.open(readBasketId(request));
    const added = item && (await readAddedItem(api, item, current.items.length === 0));
    if (item && !added) return refuse("unknownItem", current);
    const { headers, ...basket } = await editBasket(call, (all) => (added ? addItem(all, added) : all));
    const ids = basket.items.map(({ id }) => id);
    if (added && !ids.includes(added.id)) return refuse("full", basket);
    if (isFromScript) return data<AddResult>({ ids }, { headers });
    return redirectTo(localizePath(href("/quotation"), splitLocale(url.pathname).locale), { status: 303, headers });
  } catch (error) {
    logBasketError(context, error);
    if (isFromScript) return data<AddResult>({ problem: "notAdded" }, { status: 503 });
    throw createUnavailable(getRequestId(context));
  }
}

/** Responds with the list and the problem above it. */
async function respondWithProblem(
  { api, form }: Call,
  problem: FormProblem["problem"],
  { items }: { items: readonly BasketItem[] },
) {
  const rows = await loadBasketRows(api, items);
  // The forms on formula and product pages have no message field, so the list keeps its own message.
  const values = form.has("message") ? readFormValues("quotation", form) : {};
  return data<QuotationResult>({ values, rows, problem }, { status: 422 });
}

/**
 * Returns the item with its quantity, by default the minimum order. Only a list's first item must exist, so that lists
 * of invented ids aren't stored.
 * @returns `undefined` if the first item is unknown
 */
async function readAddedItem(api: Api, item: FormItem, isFirst: boolean) {
  const typedQuantity = readQuantity(item.quantity).quantity;
  const row = isFirst || typedQuantity === undefined ? await loadBasketRow(api, item) : undefined;
  if (isFirst && row?.title === undefined) return undefined;
  const quantity = typedQuantity ?? (row?.problem ? row.minimum?.quantity : Number(row?.quantity));
  return { id: item.id, quantity: quantity ?? 1 };
}

/** Applies quantities and removals. A refused quantity stays in the form as typed, and doesn't change the list. */
export async function changeBasket(call: Call, editNotes?: EditNotes) {
  const { actionData, edit } = await readRows(call);
  const status = actionData.problem || actionData.rows.some(({ problem }) => problem) ? 422 : 200;
  try {
    const { headers, items } = await editBasket(call, edit, editNotes);
    const ids = new Set(actionData.rows.map(({ id }) => id));
    const others = await loadBasketRows(
      call.api,
      items.filter(({ id }) => !ids.has(id)),
    );
    const rows = [...actionData.rows, ...others];
    return data<QuotationResult>({ ...actionData, rows }, { status, headers });
  } catch (error) {
    logBasketError(call.context, error);
    return data<QuotationResult>({ ...actionData, problem: "storage" }, { status: 503 });
  }
}

export async function sendQuotation(call: Call) {
  const { url, context, form } = call;
  const { locale } = splitLocale(url.pathname);
  const { actionData, edit } = await readRows(call);
  const returnForm = async (problem: object, status: number, headers?: Record<string, string>) =>
    data<QuotationResult>({ ...actionData, ...problem }, { status, headers: await tryEditBasket(call, edit, headers) });
  const requestedItems = actionData.rows.flatMap(({ id, title, quantity, sample, minimum, ...row }) => {
    if (title === undefined) return [];
    const lines = toSingleLineItem({ ...row, title, unit: minimum?.unit });
    return [{ id, ...lines, quantity: toNumber(quantity), sample }];
  });
  const isInvalid = actionData.problem !== undefined || actionData.rows.some((row) => row.problem);
  const result = readSubmission("quotation", form, { items: isInvalid ? [] : requestedItems, locale });
  if ("errors" in result) return returnForm(result, 422);
  if (isInvalid) return returnForm({}, 422);
  const submission = await sendSubmission(call.request, context, form, { kind: "quotation", ...result });
  if ("formProblem" in submission)
    return returnForm(submission.formProblem, submission.init.status, submission.init.headers);
  const removeSent: EditBasket = (items) => setItems(items, [], form.getAll("item"));
  const headers = await tryEditBasket(call, removeSent, {}, () => ({ formulas: [], unread: "" }));
  return redirectToConfirmation("quotation", submission.reference, locale, headers);
}

const toNumber = (quantity: string) => (quantity.trim() === "" ? undefined : Number(quantity));

/**
 * Parses the form's rows. Unknown items are accepted only if they are already on the list. A quantity that the list has
 * got since the form was rendered isn't overwritten before the visitor has seen it.
 */
async function readRows({
  request,
  context,
  form,
  api,
}: Call): Promise<{ actionData: QuotationResult & { rows: BasketRow[] }; edit: EditBasket }> {
  const removedId = form.get("remove");
  const formItems = readFormItems(form);
  const loadedRows = await loadBasketRows(
    api,
    formItems.rows.filter(({ id }) => id !== removedId),
  );
  const basket = await openBasket(request, context);
  const listedItems = new Map(basket.items.map(({ id, quantity }) => [id, quantity]));
  const rows = loadedRows
    .filter(({ id, title }) => title !== undefined || listedItems.has(id))
    .map((row) => checkListed(row, listedItems.get(row.id)));
  const problem = formItems.isTruncated ? ("cut" as const) : undefined;
  const changed = rows.flatMap(({ id, quantity, sample, problem: refusal }) =>
    refusal ? [] : { id, quantity: toNumber(quantity), replaced: undefined, ...(sample && { sample }) },
  );
  return {
    actionData: { values: readFormValues("quotation", form), rows, problem },
    edit: (items) => setItems(items, changed, [removedId]),
  };
}

/** Adds a problem if the list's quantity is neither the one that the visitor saw, nor the one that they typed. */
function checkListed(row: BasketRow, amount: number | undefined): BasketRow {
  if (row.problem) return row;
  const isSeen = row.listed === undefined || [undefined, row.listed, row.quantity].includes(amount?.toString());
  return isSeen
    ? { ...row, listed: row.quantity }
    : { ...row, listed: String(amount), problem: { reason: "changed", amount: amount! } };
}

export type EditNotes = (notes: BasketNotes) => BasketNotes;

export async function editBasket({ request, context }: Call, edit: EditBasket, editNotes?: EditNotes) {
  const { baskets, isSecure } = getServices(context);
  const cookieId = readBasketId(request);
  const { id, ...basket } = await baskets.change(cookieId, edit, editNotes);
  const count = basket.items.length;
  const isUnsavedEmptyList = cookieId === undefined && count + basket.formulas.length === 0 && basket.unread === "";
  return { ...basket, headers: new Headers(isUnsavedEmptyList ? [] : createBasketCookies(id, count, isSecure)) };
}

async function tryEditBasket(
  call: Call,
  edit: EditBasket,
  extraHeaders: Record<string, string> = {},
  editNotes?: EditNotes,
) {
  const { headers } = await editBasket(call, edit, editNotes).catch((error: unknown) => {
    logBasketError(call.context, error);
    return { headers: new Headers() };
  });
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
  return headers;
}

export function logBasketError(context: Context, error: unknown): void {
  getServices(context).log.error(
    { requestId: getRequestId(context), err: error },
    "inquiry list could not be loaded or stored",
  );
}

const idCookie = "inquiry";
/** Name of the cookie with the badge's count. Scripts read it, so that cached pages are equal for everyone. */
const countCookie = "inquiry_count";

const basketMaxAgeSeconds = basketDays * 24 * 60 * 60;

function readBasketId(request: Request): string | undefined {
  return readCookie(request.headers.get("Cookie"), idCookie);
}

function createBasketCookies(id: string, count: number, isSecure: boolean): [string, string][] {
  const options = { maxAge: basketMaxAgeSeconds, isSecure };
  return [
    ["Set-Cookie", formatSetCookie(idCookie, id, options)],
    ["Set-Cookie", formatSetCookie(countCookie, String(count), { ...options, isReadableByScripts: true })],
  ];
}
