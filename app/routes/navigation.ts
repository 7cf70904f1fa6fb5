import { destination, type NavigationOptions } from "../i18n/destination.ts";
import { isSitePath } from "../i18n/urls.ts";

/** Answers a request with a redirect; to another site only with `external`. */
export function redirectTo(
  url: string,
  { status = 302, headers, ...options }: NavigationOptions & { status?: 301 | 302 | 303; headers?: HeadersInit } = {},
): Response {
  const response = new Response(null, { status, headers });
  response.headers.set("Location", asciiAddress(destination(url, options)));
  return response;
}

/** The same address as a header can carry it: `/药` as `/%E8%8D%AF`. */
function asciiAddress(checked: string): string {
  if (!isSitePath(checked)) return new URL(checked).href;
  const { pathname, search, hash } = new URL(checked, "http://site.invalid");
  return pathname + search + hash;
}
