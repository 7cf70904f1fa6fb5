import { randomUUID } from "node:crypto";
import { isBrowserId } from "../contract/login.ts";
import { cookieValue } from "../platform/cookies.ts";

/** Tells the browser that asked for a code from all others, for as long as somebody takes to log in. */
const cookieName = "login_browser";

const secondsKept = 60 * 60;

/** The browser that a request comes from; `undefined` for one that has asked for no code. */
export function browserOf(request: Request): string | undefined {
  const value = cookieValue(request.headers.get("Cookie"), cookieName);
  return isBrowserId(value) ? value : undefined;
}

/** An id for a browser that has none. */
export const newBrowser = (): string => randomUUID();

/** The `Set-Cookie` header that keeps a browser's id, or with none forgets it. */
export function browserCookie(id: string | undefined, isSecure: boolean): string {
  const secure = isSecure ? "; Secure" : "";
  return `${cookieName}=${id ?? ""}; Path=/; Max-Age=${id ? secondsKept : 0}; SameSite=Lax; HttpOnly${secure}`;
}
