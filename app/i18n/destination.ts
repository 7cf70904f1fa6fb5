import { parseSitePath } from "./urls.ts";

/** Thrown where code would lead a visitor off this site without having said that it may. */
export class ExternalNavigationError extends Error {
  override name = "ExternalNavigationError";

  constructor(url: string) {
    super(`Navigating to an external URL is not allowed by default. Pass { external: true } to permit it: ${url}`);
  }
}

export type NavigationOptions = { external?: boolean };

/**
 * Checks a destination that code navigates to: a path of this site, or with `external` an http(s) URL.
 * @returns the address as it was understood
 * @throws ExternalNavigationError for another site without permission, and for schemes that run code
 */
export function destination(url: string, { external = false }: NavigationOptions = {}): string {
  const sitePath = parseSitePath(url);
  if (sitePath !== undefined) return sitePath;
  if (external && /^https?:\/\//i.test(url) && URL.canParse(url)) return new URL(url).href;
  throw new ExternalNavigationError(url);
}
