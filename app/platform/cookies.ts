import { parseCookie } from "cookie-es";

/** The value of a cookie in a `Cookie` header, decoded; `undefined` where there is none of that name. */
export function cookieValue(header: string | null, name: string): string | undefined {
  return parseCookie(header ?? "", { filter: (key) => key === name })[name];
}
