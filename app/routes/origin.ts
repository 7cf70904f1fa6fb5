import type { RouterContextProvider } from "react-router";
import { foundCacheControl, privateNoStore } from "../platform/http-cache.ts";
import { servicesOf } from "./services-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Origin of absolute addresses: `SITE_URL`, or where it isn't set the request's own. */
export function originOf(context: Context, url: URL): string {
  return servicesOf(context).environment.SITE_URL ?? url.origin;
}

/** `Cache-Control` of what has absolute addresses in it: they are everybody's only where they aren't made from a request. */
export function absoluteCacheControl(context: Context): string {
  return servicesOf(context).environment.SITE_URL ? foundCacheControl : privateNoStore;
}
