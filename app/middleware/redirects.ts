import type { MiddlewareFunction } from "react-router";
import { isReadRequest } from "../services/runtime/read-request.ts";
import { notFoundCacheControl } from "../services/runtime/http-cache.ts";
import { redirectTo } from "../http/navigation.ts";
import { resolveOldAddress } from "../http/old-addresses.ts";
import { getServices } from "../http/request-context.ts";

/**
 * Redirects old URLs of the content to the pages that replace them, in the same language and with the same query.
 * check-content ensures that no page has such a URL.
 */
export const redirects: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const address = url.pathname + url.search;
  const target = isReadRequest(request) ? resolveOldAddress(getServices(context), url.pathname, url.search) : address;
  if (target === address) return next();
  return redirectTo(target, { status: 301, headers: { "Cache-Control": notFoundCacheControl } });
};
