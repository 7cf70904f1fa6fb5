import { parseCookie, serializeCookie } from "cookie-es";

type CookieOptions = {
  /** Lifetime in seconds; 0 deletes the cookie. */
  maxAge: number;
  /** Whether the site uses HTTPS. */
  isSecure: boolean;
  /** Whether scripts of the page can read the cookie. @default false */
  isReadableByScripts?: boolean;
};

/** Returns the decoded value of a cookie; `undefined` if the `Cookie` header doesn't have it. */
export function readCookie(header: string | null, name: string): string | undefined {
  return parseCookie(header ?? "", { filter: (key) => key === name })[name];
}

/**
 * Creates a `Set-Cookie` header for the whole site. Browsers don't send the cookie with forms of other sites
 * (`SameSite=Lax`).
 */
export function setCookie(
  name: string,
  value: string,
  { maxAge, isSecure, isReadableByScripts }: CookieOptions,
): string {
  return serializeCookie(name, value, {
    path: "/",
    maxAge,
    sameSite: "lax",
    secure: isSecure,
    httpOnly: !isReadableByScripts,
  });
}
