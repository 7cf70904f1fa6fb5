import type { MiddlewareFunction } from "react-router";
import {
  notFoundCacheControl,
  getCacheControlForStatus,
  privateNoStore,
  retryAfterSeconds,
} from "../services/runtime/http-cache.ts";
import { getRequestId } from "../http/request-context.ts";
import { userStore } from "../http/user-store.ts";

/** Adds the request id and a default `Cache-Control` to every response. */
export const responseHeaders: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const response = await next();
  const { headers } = response;
  headers.set("X-Request-Id", getRequestId(context));
  // A backend may show different content to visitors who are logged in.
  if (userStore.get(request)) headers.set("Cache-Control", privateNoStore);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", getCacheControlForStatus(response.status));
  const isMissingItem = response.status === 404 && /\/(?:info|list|batch)\//.test(pattern);
  if (isMissingItem && headers.get("Cache-Control") !== privateNoStore)
    headers.set("Cache-Control", notFoundCacheControl);
  if (response.status === 405) headers.set("Allow", "GET, HEAD");
  if (response.status === 503) headers.set("Retry-After", String(retryAfterSeconds));
  return response;
};
