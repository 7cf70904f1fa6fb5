import type { MiddlewareFunction } from "react-router";
import { goneCacheControl } from "../../platform/http-cache.ts";
import { redirectTo } from "../navigation.ts";
import { addressNow } from "../old-addresses.ts";
import { servicesOf } from "../services-context.ts";

/**
 * Sends those who ask for an old address of the content to the page that has taken its place, in their language and with
 * their query. The checks of the content see to it that no page is behind such an address.
 */
export const redirects: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const target = isRead ? addressNow(servicesOf(context), url.pathname) : url.pathname;
  if (target === url.pathname) return next();
  return redirectTo(target + url.search, { status: 301, headers: { "Cache-Control": goneCacheControl } });
};
