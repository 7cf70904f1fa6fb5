import { data } from "react-router";
import type { Added } from "../components/forms/add-to-inquiry.tsx";
import type { BasketRow, QuotationAnswer } from "../components/forms/quotation-form.tsx";
import { baskets, isSecure, log } from "../compose.server.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import { requestIdOf } from "../platform/request-id.ts";
import type { Api } from "../services/api.ts";
import { withItem, type BasketItem } from "../submissions/basket.ts";
import { quotationValues, readQuantity, readQuotation, typedItems, type TypedItem } from "../submissions/quotation.ts";
import { basketCookies, basketIdOf } from "./inquiry-cookies.ts";
import { unavailable } from "./http-error.ts";
import { redirectTo } from "./navigation.ts";
import { sendSubmission } from "./send-submission.ts";

type Call = { request: Request; url: URL; api: Api; form: URLSearchParams };

/**
 * Rows of the inquiry list in the reader's language. An item that isn't there any more has no title; one that can't be
 * looked up now goes by its id: the visitor has chosen it all the same.
 */
export function basketRows(api: Api, items: readonly TypedItem[]): Promise<BasketRow[]> {
  return Promise.all(
    items.map(async ({ id, quantity }) => {
      const isWrong = readQuantity(quantity) === undefined || undefined;
      const { title, sku } = await api.content.info("product", id).catch((error: unknown) => ({
        title: error instanceof Response && error.status === 404 ? undefined : id,
        sku: undefined,
      }));
      return { id, quantity, isWrong, title, sku };
    }),
  );
}

/** What is on the visitor's list. None where it can't be read now: the page has a form that may have been filled in. */
export async function basketItems(request: Request): Promise<BasketItem[]> {
  return baskets.read(basketIdOf(request)).catch((error: unknown) => {
    logLoss(request, error);
    return [];
  });
}

/** Puts one more on the list. A script asks for the count; without script the list is shown. */
export async function addToBasket({ request, url, form, api }: Call) {
  const [item] = typedItems(form);
  const quantity = readQuantity(item?.quantity ?? "") ?? 1;
  const isByScript = form.has("stay");
  try {
    const before = await baskets.read(basketIdOf(request));
    const items = item && item.id.length <= 200 ? withItem(before, { id: item.id, quantity }) : before;
    if (item && !items.some(({ id }) => id === item.id)) {
      if (isByScript) return data<Added>({ problem: "full" }, { status: 422 });
      const typed = before.map((one) => ({ ...one, quantity: String(one.quantity) }));
      const answer = { values: quotationValues(form), rows: await basketRows(api, typed) };
      return data<QuotationAnswer>({ ...answer, problem: "full" }, { status: 422 });
    }
    const headers = await keep(request, items);
    if (isByScript) return data<Added>({ count: items.length }, { headers });
    return redirectTo(localizePath("/quotation", splitLocale(url.pathname).locale), { status: 303, headers });
  } catch (error) {
    logLoss(request, error);
    if (isByScript) return data<Added>({ problem: "notAdded" }, { status: 503 });
    throw unavailable(requestIdOf(request));
  }
}

/** Takes quantities and removals from the form. What can't be read stays as typed and is marked. */
export async function changeBasket(call: Call) {
  const { answer, items } = await read(call);
  const status = answer.rows.some(({ isWrong }) => isWrong) ? 422 : 200;
  try {
    return data<QuotationAnswer>(answer, { status, headers: await keep(call.request, items) });
  } catch (error) {
    logLoss(call.request, error);
    return data<QuotationAnswer>({ ...answer, problem: "storage" }, { status: 503 });
  }
}

/** Sends the request and empties the list. */
export async function sendQuotation(call: Call) {
  const { request, url, form } = call;
  const { locale } = splitLocale(url.pathname);
  const { answer, items } = await read(call);
  const comesBack = async (problem: object, status: number, headers?: Record<string, string>) =>
    data<QuotationAnswer>(
      { ...answer, ...problem },
      { status, headers: await keepIfPossible(request, items, headers) },
    );
  const asked = answer.rows.flatMap(({ id, title, sku, quantity }) =>
    title === undefined ? [] : [{ id, title, sku, quantity: readQuantity(quantity) ?? 0 }],
  );
  const isWrong = answer.rows.some((row) => row.isWrong);
  const written = readQuotation(form, isWrong ? [] : asked, locale);
  if ("errors" in written) return comesBack(written, 422);
  if (isWrong) return comesBack({}, 422);
  const { request: payload, contact } = written;
  const sent = await sendSubmission(request, form, { kind: "quotation", payload, contact });
  if ("answer" in sent) return comesBack(sent.answer, sent.init.status, sent.init.headers);
  return redirectTo(localizePath(`/quotation/received?reference=${sent.reference}`, locale), {
    status: 303,
    headers: await keepIfPossible(request, []),
  });
}

/** The form's rows as they are shown again, and as they are kept. */
async function read({ form, api }: Call): Promise<{ answer: QuotationAnswer; items: BasketItem[] }> {
  const removed = form.get("remove");
  const typed = typedItems(form).filter(({ id }) => id !== removed);
  return { answer: { values: quotationValues(form), rows: await basketRows(api, typed) }, items: readable(typed) };
}

function readable(typed: readonly TypedItem[]): BasketItem[] {
  return typed.map(({ id, quantity }) => ({ id, quantity: readQuantity(quantity) ?? 1 }));
}

/** Keeps the list. @returns the cookies that know it */
async function keep(request: Request, items: readonly BasketItem[]): Promise<Headers> {
  const own = await baskets.write(basketIdOf(request), items);
  return new Headers(basketCookies(own, items.length, isSecure));
}

/** Keeps the list where something else matters more than whether that works. */
async function keepIfPossible(request: Request, items: readonly BasketItem[], others: Record<string, string> = {}) {
  const headers = await keep(request, items).catch((error: unknown) => {
    logLoss(request, error);
    return new Headers();
  });
  for (const [name, value] of Object.entries(others)) headers.set(name, value);
  return headers;
}

function logLoss(request: Request, error: unknown): void {
  log.error({ requestId: requestIdOf(request), err: error }, "inquiry list could not be read or kept");
}
