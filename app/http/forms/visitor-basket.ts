import { href } from "react-router";
import { getClientAddress, getRequestId, getServices, type Context } from "#app/http/request-context.ts";
import { redirectTo } from "#app/http/responses.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import type { Api } from "#app/services/api/api.ts";
import { formatSetCookie, readCookie } from "#app/services/runtime/web/cookies.ts";
import { basketDays, emptyBasket, type BasketItem, type BasketNotes } from "#app/services/submissions/orders/basket.ts";

/** A request that edits the visitor's inquiry list. */
export type BasketCall = { request: Request; url: URL; context: Context; api: Api; form: URLSearchParams };

type EditBasket = (items: BasketItem[]) => readonly BasketItem[];

export type EditNotes = (notes: BasketNotes) => BasketNotes;

/**
 * Counts a change of a list. If the database is unavailable, no limit applies, and the change reports the failure.
 * @returns seconds to wait
 */
export const countChange = (context: Context): Promise<number> =>
  getServices(context)
    .limiter.countAttempt("basket", getClientAddress(context))
    .catch(() => 0);

/** Opens the visitor's list, or an empty list if the database fails. */
export async function openBasket(request: Request, context: Context) {
  const { baskets } = getServices(context);
  return baskets.open(readBasketId(request)).catch((error: unknown) => {
    logBasketError(context, error);
    return emptyBasket;
  });
}

export async function editBasket({ request, context }: BasketCall, edit: EditBasket, editNotes?: EditNotes) {
  const { baskets, isSecure } = getServices(context);
  const cookieId = readBasketId(request);
  const { id, ...basket } = await baskets.change(cookieId, edit, editNotes);
  const count = basket.items.length;
  const isUnsavedEmptyList =
    cookieId === undefined && count + basket.formulas.length === 0 && basket.message + basket.pasted.text === "";
  return { ...basket, headers: new Headers(isUnsavedEmptyList ? [] : createBasketCookies(id, count, isSecure)) };
}

export async function tryEditBasket(
  call: BasketCall,
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

/** Redirects to the list after a change. */
export function redirectToList({ url }: BasketCall, headers: Headers, query = "?added=0"): Response {
  const path = localizePath(href("/quotation") + query, splitLocale(url.pathname).locale);
  return redirectTo(path, { status: 303, headers });
}

const idCookie = "inquiry";
/** Name of the cookie with the badge's count. Scripts read it, so that cached pages are equal for everyone. */
const countCookie = "inquiry_count";

const basketMaxAgeSeconds = basketDays * 24 * 60 * 60;

export function readBasketId(request: Request): string | undefined {
  return readCookie(request.headers.get("Cookie"), idCookie);
}

function createBasketCookies(id: string, count: number, isSecure: boolean): [string, string][] {
  const options = { maxAge: basketMaxAgeSeconds, isSecure };
  return [
    ["Set-Cookie", formatSetCookie(idCookie, id, options)],
    ["Set-Cookie", formatSetCookie(countCookie, String(count), { ...options, isReadableByScripts: true })],
  ];
}
