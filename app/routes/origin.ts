import { environment } from "../compose.server.ts";
import { foundCacheControl, privateNoStore } from "../platform/http-cache.ts";

/** Origin of absolute addresses: `SITE_URL`, or where it isn't set the request's own. */
export function originOf(url: URL): string {
  return environment.SITE_URL ?? url.origin;
}

/** `Cache-Control` of what has absolute addresses in it: they are everybody's only where they aren't made from a request. */
export const absoluteCacheControl = environment.SITE_URL ? foundCacheControl : privateNoStore;
