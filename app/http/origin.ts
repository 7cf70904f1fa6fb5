import type { RouterContextProvider } from "react-router";
import { fileCacheControl, privateNoStore } from "../services/runtime/http-cache.ts";
import { getServices } from "./request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Returns the origin for absolute URLs: `SITE_URL`, or the request's own origin. */
export function getOrigin(context: Context, url: URL): string {
  return getServices(context).environment.SITE_URL ?? url.origin;
}

/**
 * Returns the `Cache-Control` of documents with absolute URLs. Without `SITE_URL` these depend on the request, so
 * they can't be shared.
 */
export function getAbsoluteCacheControl(context: Context): string {
  return getServices(context).environment.SITE_URL ? fileCacheControl : privateNoStore;
}
