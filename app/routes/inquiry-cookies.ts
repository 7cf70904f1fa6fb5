import { cookieValue } from "../platform/cookies.ts";
import { basketDays } from "../submissions/basket.ts";

const idCookie = "inquiry";
/** Readable by script: the badge is drawn from it, so that pages stay the same for everyone. */
const countCookie = "inquiry_count";

const seconds = basketDays * 24 * 60 * 60;

/** The id of the visitor's basket, as the cookie says. */
export function basketIdOf(request: Request): string | undefined {
  return cookieValue(request.headers.get("Cookie"), idCookie);
}

/** The `Set-Cookie` headers of a basket after a change. */
export function basketCookies(id: string, count: number, isSecure: boolean): [string, string][] {
  const common = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return [
    ["Set-Cookie", `${idCookie}=${id}; ${common}; HttpOnly`],
    ["Set-Cookie", `${countCookie}=${count}; ${common}`],
  ];
}
