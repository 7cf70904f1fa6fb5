import { data, type RouterContextProvider } from "react-router";
import type { AddResult } from "../../components/forms/add-to-inquiry.tsx";
import type { BasketRow, QuotationActionData } from "../../components/forms/quotation-form.tsx";
import { limits } from "../../services/api/contract/form-fields.ts";
import { toItemLines } from "../../services/api/contract/submissions.ts";
import { parseMinimumOrder } from "../../services/api/contract/minimum-order.ts";
import { localizePath, splitLocale } from "../../i18n/urls.ts";
import { getRequestId, getServices } from "../../http/request-context.ts";
import type { Api } from "../../services/api/api.ts";
import {
  addItem,
  parseQuantity,
  readFormItems,
  type BasketItem,
  type FormItem,
  basketDays,
} from "../../services/submissions/basket.ts";
import { readFormValues, readQuotation } from "../../services/submissions/forms.ts";
import { readCookie, setCookie } from "../../services/runtime/cookies.ts";
import { createUnavailable, getErrorStatus, redirectTo } from "../../http/responses.ts";
import { sendSubmission } from "../../http/forms/receive-form.ts";

type Context = Readonly<RouterContextProvider>;

type Call = { request: Request; url: URL; context: Context; api: Api; form: URLSearchParams };

const maxLookups = 40;

/** An item that no longer exists has no title. If the lookup fails, its id is shown instead. */
export async function loadBasketRows(api: Api, items: readonly FormItem[]): Promise<BasketRow[]> {
  const rows: BasketRow[] = [];
  for (let first = 0; first < items.length; first += maxLookups) {
    const batch = items.slice(first, first + maxLookups);
    rows.push(...(await Promise.all(batch.map((item) => loadBasketRow(api, item)))));
  }
  return rows;
}

async function loadBasketRow(api: Api, item: FormItem): Promise<BasketRow> {
  const { title, sku, moq } = await api.content.info("product", item.id).catch((error: unknown) => ({
    title: getErrorStatus(error) === 404 ? undefined : item.id,
    sku: undefined,
    moq: undefined,
  }));
  return { ...createRowWithoutItem(item), title, sku, moq, minimum: parseMinimumOrder(moq) };
}

function createRowWithoutItem({ id, quantity }: FormItem): BasketRow {
  return { id, quantity, isInvalid: parseQuantity(quantity) === undefined || undefined, title: id };
}

/** Nothing is looked up or stored after too many changes; the visitor's input is shown again. */
export function createLimitedResponse(form: URLSearchParams, seconds: number) {
  const init = { status: 429, headers: { "Retry-After": String(seconds) } };
  if (form.has("stay")) return data<AddResult>({ problem: "limited" }, init);
  const rows = readFormItems(form).rows.map(createRowWithoutItem);
  const problem = { problem: "changedTooOften", count: Math.ceil(seconds / 60) } as const;
  return data<QuotationActionData>({ values: readFormValues("quotation", form), rows, ...problem }, init);
}

/** Reads the visitor's list. It is empty if the database fails, because the page has a form that may be filled in. */
export async function readBasketItems(request: Request, context: Context): Promise<BasketItem[]> {
  const { baskets } = getServices(context);
  return baskets.read(readBasketId(request)).catch((error: unknown) => {
    logBasketError(context, error);
    return [];
  });
}

/** Adds one item. Scripts receive the new count; without script the list is shown. */
export async function addToBasket(call: Call) {
  const { request, url, context, form, api } = call;
  const [item] = readFormItems(form).rows;
  const isFromScript = form.has("stay");
  try {
    const currentItems = await getServices(context).baskets.read(readBasketId(request));
    const problem = item && (await findAddingProblem(api, currentItems, item));
    if (problem)
      return isFromScript
        ? data<AddResult>({ problem }, { status: 422 })
        : createNotAddedResponse(call, currentItems, problem);
    const items = item
      ? addItem(currentItems, { id: item.id, quantity: await chooseQuantity(api, item) })
      : currentItems;
    const headers = await storeBasket(call, items);
    if (isFromScript) return data<AddResult>({ count: items.length }, { headers });
    return redirectTo(localizePath("/quotation", splitLocale(url.pathname).locale), { status: 303, headers });
  } catch (error) {
    logBasketError(context, error);
    if (isFromScript) return data<AddResult>({ problem: "notAdded" }, { status: 503 });
    throw createUnavailable(getRequestId(context));
  }
}

async function chooseQuantity(api: Api, item: FormItem): Promise<number> {
  return parseQuantity(item.quantity) ?? (await loadBasketRow(api, item)).minimum?.quantity ?? 1;
}

/** Existence is only checked for an empty list, so that made-up ids take no storage. */
async function findAddingProblem(api: Api, currentItems: readonly BasketItem[], item: FormItem) {
  if (currentItems.some(({ id }) => id === item.id)) return undefined;
  if (currentItems.length >= limits.items) return "full";
  if (currentItems.length > 0) return undefined;
  return (await loadBasketRow(api, item)).title === undefined ? "unknownItem" : undefined;
}

async function createNotAddedResponse(
  { form, api }: Call,
  currentItems: readonly BasketItem[],
  problem: "full" | "unknownItem",
) {
  const typedItems = currentItems.map(({ id, quantity }) => ({ id, quantity: String(quantity) }));
  const actionData = {
    values: readFormValues("quotation", form),
    rows: await loadBasketRows(api, typedItems),
    problem,
  };
  return data<QuotationActionData>(actionData, { status: 422 });
}

/** Applies quantities and removals from the form. Invalid quantities stay as typed and are marked. */
export async function changeBasket(call: Call) {
  const { actionData, items } = await readRows(call);
  const status = actionData.problem || actionData.rows.some(({ isInvalid }) => isInvalid) ? 422 : 200;
  try {
    return data<QuotationActionData>(actionData, { status, headers: await storeBasket(call, items) });
  } catch (error) {
    logBasketError(call.context, error);
    return data<QuotationActionData>({ ...actionData, problem: "storage" }, { status: 503 });
  }
}

export async function sendQuotation(call: Call) {
  const { url, context, form } = call;
  const { locale } = splitLocale(url.pathname);
  const { actionData, items } = await readRows(call);
  const returnForm = async (problem: object, status: number, headers?: Record<string, string>) =>
    data<QuotationActionData>(
      { ...actionData, ...problem },
      { status, headers: await tryStoreBasket(call, items, headers) },
    );
  const requestedItems = actionData.rows.flatMap(({ id, title, sku, quantity, minimum }) =>
    title === undefined
      ? []
      : [{ id, ...toItemLines({ title, sku, unit: minimum?.unit }), quantity: parseQuantity(quantity) ?? 0 }],
  );
  const isInvalid = actionData.problem !== undefined || actionData.rows.some((row) => row.isInvalid);
  const result = readQuotation(form, isInvalid ? [] : requestedItems, locale);
  if ("errors" in result) return returnForm(result, 422);
  if (isInvalid) return returnForm({}, 422);
  const submission = await sendSubmission(call.request, context, form, { kind: "quotation", ...result });
  if ("formProblem" in submission)
    return returnForm(submission.formProblem, submission.init.status, submission.init.headers);
  return redirectTo(localizePath(`/quotation/received?reference=${submission.reference}`, locale), {
    status: 303,
    headers: await tryStoreBasket(call, []),
  });
}

/** Unknown items are only accepted if they are already on the list. */
async function readRows({
  request,
  context,
  form,
  api,
}: Call): Promise<{ actionData: QuotationActionData & { rows: BasketRow[] }; items: BasketItem[] }> {
  const removedId = form.get("remove");
  const typedItems = readFormItems(form);
  const loadedRows = await loadBasketRows(
    api,
    typedItems.rows.filter(({ id }) => id !== removedId),
  );
  const hasUnknown = loadedRows.some(({ title }) => title === undefined);
  const idsOnList = new Set(hasUnknown ? (await readBasketItems(request, context)).map(({ id }) => id) : []);
  const rows = loadedRows.filter(({ id, title }) => title !== undefined || idsOnList.has(id));
  const problem = typedItems.isTruncated ? ("cut" as const) : undefined;
  return { actionData: { values: readFormValues("quotation", form), rows, problem }, items: toBasketItems(rows) };
}

function toBasketItems(typedItems: readonly FormItem[]): BasketItem[] {
  return typedItems.map(({ id, quantity }) => ({ id, quantity: parseQuantity(quantity) ?? 1 }));
}

async function storeBasket({ request, context }: Call, items: readonly BasketItem[]): Promise<Headers> {
  const { baskets, isSecure } = getServices(context);
  const id = readBasketId(request);
  if (id === undefined && items.length === 0) return new Headers();
  const basketId = await baskets.write(id, items);
  return new Headers(createBasketCookies(basketId, items.length, isSecure));
}

async function tryStoreBasket(call: Call, items: readonly BasketItem[], extraHeaders: Record<string, string> = {}) {
  const headers = await storeBasket(call, items).catch((error: unknown) => {
    logBasketError(call.context, error);
    return new Headers();
  });
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
  return headers;
}

function logBasketError(context: Context, error: unknown): void {
  getServices(context).log.error(
    { requestId: getRequestId(context), err: error },
    "inquiry list could not be read or kept",
  );
}

const idCookie = "inquiry";
/** Scripts read this cookie for the badge, so that cached pages are the same for everyone. */
const countCookie = "inquiry_count";

const seconds = basketDays * 24 * 60 * 60;

function readBasketId(request: Request): string | undefined {
  return readCookie(request.headers.get("Cookie"), idCookie);
}

function createBasketCookies(id: string, count: number, isSecure: boolean): [string, string][] {
  const options = { maxAge: seconds, isSecure };
  return [
    ["Set-Cookie", setCookie(idCookie, id, options)],
    ["Set-Cookie", setCookie(countCookie, String(count), { ...options, isReadableByScripts: true })],
  ];
}
