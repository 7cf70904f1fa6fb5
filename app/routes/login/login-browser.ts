import { randomUUID } from "node:crypto";
import { isBrowserId } from "../../services/api/contract/headers.ts";
import { readCookie, setCookie } from "../../services/runtime/cookies.ts";

/** Identifies the browser that requested a code. It lasts as long as a login may take. */
const cookieName = "login_browser";

const maxAgeSeconds = 60 * 60;

/** Returns the id of the browser; `undefined` if it has requested no code. */
export function readBrowserId(request: Request): string | undefined {
  const value = readCookie(request.headers.get("Cookie"), cookieName);
  return isBrowserId(value) ? value : undefined;
}

export const createBrowserId = (): string => randomUUID();

/** Creates the `Set-Cookie` header that stores the browser's id, or deletes it. */
export function createBrowserCookie(id: string | undefined, isSecure: boolean): string {
  return setCookie(cookieName, id ?? "", { maxAge: id ? maxAgeSeconds : 0, isSecure });
}
