import { parseCookie, serializeCookie } from "cookie-es";

type CookieOptions = {
  /** Lifetime in seconds; 0 deletes the cookie. */
  maxAge: number;
  isSecure: boolean;
  isReadableByScripts?: boolean;
  /** Browsers send the cookie for this path and those below. @default "/" */
  path?: string;
};

export function readCookie(header: string | null, name: string): string | undefined {
  return parseCookie(header ?? "", { filter: (key) => key === name })[name];
}

/** Formats a Set-Cookie header. With `SameSite=Lax`, browsers don't send the cookie with a POST from another site. */
export function formatSetCookie(
  name: string,
  value: string,
  { maxAge, isSecure, isReadableByScripts, path = "/" }: CookieOptions,
): string {
  return serializeCookie(name, value, {
    path,
    maxAge,
    sameSite: "lax",
    secure: isSecure,
    httpOnly: !isReadableByScripts,
  });
}
