import { environment } from "../compose.server.ts";

/** Origin of absolute addresses: `SITE_URL`, or where it isn't set the request's own. */
export function originOf(url: URL): string {
  return environment.SITE_URL ?? url.origin;
}
