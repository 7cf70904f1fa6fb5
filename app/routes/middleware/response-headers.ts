import type { MiddlewareFunction } from "react-router";
import { goneCacheControl, pageCacheControl, privateNoStore, retryAfterSeconds } from "../../platform/http-cache.ts";
import { setRoute } from "../../platform/page-source.ts";
import { requestIdOf } from "../../platform/request-facts.ts";
import { userStore } from "../user-store.ts";

/** Gives every answer its request id and says how long it may be kept. Errors and redirects set their own or none. */
export const responseHeaders: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  setRoute(context, `/${pattern}`);
  const response = await next();
  const { headers } = response;
  headers.set("X-Request-Id", requestIdOf(context));
  // What a backend shows to somebody who is logged in is for nobody else.
  if (userStore.get(request)) headers.set("Cache-Control", privateNoStore);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", pageCacheControl(response.status));
  const isGone = response.status === 404 && /\/(?:info|list)\//.test(pattern);
  if (isGone && headers.get("Cache-Control") !== privateNoStore) headers.set("Cache-Control", goneCacheControl);
  if (response.status === 405) headers.set("Allow", "GET, HEAD");
  if (response.status === 503) headers.set("Retry-After", String(retryAfterSeconds));
  // The bare root is the one page that a browser's languages decide.
  if (url.pathname === "/") headers.append("Vary", "Accept-Language, Cookie");
  return response;
};
