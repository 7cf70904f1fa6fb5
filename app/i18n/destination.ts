import { parseSitePath, parseUrl } from "./urls.ts";

/** A navigation to another site wasn't permitted. */
export class ExternalNavigationError extends Error {
  override name = "ExternalNavigationError";

  constructor(url: string) {
    super(`Navigating to an external URL is not allowed by default. Pass { external: true } to permit it: ${url}`);
  }
}

export type NavigationOptions = { external?: boolean };

/**
 * Checks the target of a programmatic navigation: a path of this site, or, with `external`, an http(s) URL.
 * @returns the normalised target
 * @throws ExternalNavigationError for other sites without permission, and for schemes that run code
 */
export function checkDestination(url: string, { external = false }: NavigationOptions = {}): string {
  const sitePath = parseSitePath(url);
  if (sitePath !== undefined) return sitePath;
  const externalUrl = external && /^https?:\/\//i.test(url) ? parseUrl(url) : undefined;
  if (externalUrl) return externalUrl.href;
  throw new ExternalNavigationError(url);
}
