import { data } from "react-router";
import type { BasketRow, QuotationAnswer } from "../components/forms/quotation-form.tsx";
import { baskets, isSecure } from "../compose.server.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import type { Api } from "../services/api.ts";
import { withItem, type BasketItem } from "../submissions/basket.ts";
import { quotationValues, readQuantity, readQuotation, typedItems, type TypedItem } from "../submissions/quotation.ts";
import { basketCookies, basketIdOf } from "./inquiry-cookies.ts";
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

/** Puts one more on the list. A script asks for the count; without script the list is shown. */
export async function addToBasket({ request, url, form }: Call) {
  const id = basketIdOf(request);
  const [item] = typedItems(form);
  const before = await baskets.read(id);
  const quantity = readQuantity(item?.quantity ?? "") ?? 1;
  const items = item && item.id.length <= 200 ? withItem(before, { id: item.id, quantity }) : before;
  const headers = await keep(id, items);
  if (form.has("stay")) return data({ count: items.length }, { headers });
  return redirectTo(localizePath("/quotation", splitLocale(url.pathname).locale), { status: 303, headers });
}

/** Takes quantities and removals from the form. What can't be read stays as typed and is marked. */
export async function changeBasket(call: Call): Promise<{ answer: QuotationAnswer; headers: Headers }> {
  const removed = call.form.get("remove");
  const typed = typedItems(call.form).filter(({ id }) => id !== removed);
  const headers = await keep(basketIdOf(call.request), readable(typed));
  return { answer: { values: quotationValues(call.form), rows: await basketRows(call.api, typed) }, headers };
}

/** Sends the request and empties the list. */
export async function sendQuotation(call: Call) {
  const { request, url, form } = call;
  const { locale } = splitLocale(url.pathname);
  const { answer, headers } = await changeBasket(call);
  const items = answer.rows.flatMap(({ id, title, sku, quantity }) =>
    title === undefined ? [] : [{ id, title, sku, quantity: readQuantity(quantity) ?? 0 }],
  );
  const isWrong = answer.rows.some((row) => row.isWrong);
  const read = readQuotation(form, isWrong ? [] : items, locale);
  if ("errors" in read) return data<QuotationAnswer>({ ...answer, ...read }, { status: 422, headers });
  if (isWrong) return data<QuotationAnswer>(answer, { status: 422, headers });
  const { request: payload, contact } = read;
  const sent = await sendSubmission(request, { kind: "quotation", payload, contact, key: form.get("key") });
  if ("answer" in sent) {
    for (const [name, value] of Object.entries(sent.init.headers ?? {})) headers.set(name, value);
    return data<QuotationAnswer>({ ...answer, ...sent.answer }, { status: sent.init.status, headers });
  }
  return redirectTo(localizePath(`/quotation/received?reference=${sent.reference}`, locale), {
    status: 303,
    headers: await keep(basketIdOf(request), []),
  });
}

function readable(typed: readonly TypedItem[]): BasketItem[] {
  return typed.map(({ id, quantity }) => ({ id, quantity: readQuantity(quantity) ?? 1 }));
}

async function keep(id: string | undefined, items: readonly BasketItem[]): Promise<Headers> {
  const own = await baskets.write(id, items);
  return new Headers(basketCookies(own, items.length, isSecure));
}
