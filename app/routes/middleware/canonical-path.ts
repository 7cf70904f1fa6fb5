import type { MiddlewareFunction } from "react-router";
import { isSitePath } from "../../i18n/urls.ts";
import { redirectTo } from "../navigation.ts";

/** One address a page: a trailing slash, or a plain character that is percent-encoded, is redirected to the page without. */
export const canonicalPath: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const requested = new URL(request.url).pathname;
  const target = withoutNeedlessEncoding(requested).replace(/(?<=.)\/+$/, "");
  if (target === requested || !isSitePath(target)) return next();
  return redirectTo(target + url.search, { status: 301 });
};

/** `/%6eews` → `/news`: what RFC 3986 calls unreserved is the same character in either spelling. */
function withoutNeedlessEncoding(pathname: string): string {
  return pathname.replace(/%[2-7][\da-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
}
