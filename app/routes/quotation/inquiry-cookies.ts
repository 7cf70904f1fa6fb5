import { readCookie, setCookie } from "../../services/runtime/cookies.ts";
import { basketDays } from "../../services/submissions/basket.ts";

const idCookie = "inquiry";
/** Scripts read this cookie for the badge, so that cached pages are the same for everyone. */
const countCookie = "inquiry_count";

const seconds = basketDays * 24 * 60 * 60;

/** Returns the id of the visitor's basket from the cookie. */
export function readBasketId(request: Request): string | undefined {
  return readCookie(request.headers.get("Cookie"), idCookie);
}

/** Creates the `Set-Cookie` headers after a change of the basket. */
export function createBasketCookies(id: string, count: number, isSecure: boolean): [string, string][] {
  const options = { maxAge: seconds, isSecure };
  return [
    ["Set-Cookie", setCookie(idCookie, id, options)],
    ["Set-Cookie", setCookie(countCookie, String(count), { ...options, isReadableByScripts: true })],
  ];
}
