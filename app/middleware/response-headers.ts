import type { MiddlewareFunction } from "react-router";
import { getRequestId } from "#app/http/request-context.ts";
import { userStore } from "#app/http/user-store.ts";
import {
  getCacheControlForStatus,
  getDataCacheControl,
  privateNoStore,
  retryAfterSeconds,
} from "#app/services/runtime/web/http-cache.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";

/** Adds the request id, and the headers that decide which caches, including the page cache, store a response. */
export const responseHeaders: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const { headers, status } = response;
  headers.set("X-Request-Id", getRequestId(context));
  // A response with its own `Vary`, such as a picture, keeps it.
  if (!headers.has("Vary")) headers.set("Vary", "Cookie");
  // Responses aren't stored after a login, because a backend may vary content by login.
  if (userStore.get(request) && headers.get("Vary")!.includes("Cookie")) headers.set("Cache-Control", privateNoStore);
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", isSafeMethod(request) ? getCacheControlForStatus(status) : privateNoStore);
  if (new URL(request.url).pathname.endsWith(".data"))
    headers.set("Cache-Control", getDataCacheControl(headers.get("Cache-Control")!));
  if (status === 405) headers.set("Allow", "GET, HEAD");
  if (status === 503) headers.set("Retry-After", String(retryAfterSeconds));
  return response;
};
