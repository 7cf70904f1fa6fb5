import type { MiddlewareFunction } from "react-router";
import { isSitePath } from "../../i18n/urls.ts";
import { redirectTo } from "../navigation.ts";

/** One address a page: a trailing slash is redirected to the page without. */
export const canonicalPath: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const requested = new URL(request.url).pathname;
  if (requested === "/" || !requested.endsWith("/")) return next();
  const target = requested.replace(/\/+$/, "") || "/";
  return isSitePath(target) ? redirectTo(target + url.search, { status: 301 }) : next();
};
