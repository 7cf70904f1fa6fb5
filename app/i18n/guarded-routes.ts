import { parseSitePath, splitLocale } from "./urls.ts";

/**
 * Whether a path is behind the login gate, in any language.
 * @param routes paths without prefix; one that ends in `/*` stands for itself and all below
 */
export function isGuarded(pathname: string, routes: readonly string[]): boolean {
  if (routes.length === 0) return false;
  const path = readablePath(splitLocale(pathname.replace(/\/{2,}/g, "/")).path);
  // The way in is never behind itself.
  if (path === "/login") return false;
  return routes.some((route) => {
    if (!route.endsWith("/*")) return path === readablePath(route);
    const above = readablePath(route.slice(0, -2));
    return path === above || path.startsWith(`${above}/`);
  });
}

/** Where a login leads: back to the page that asked for it, or home; only ever to this site, and not to the login again. */
export function wayBack(redirect: string | null, home: string): string {
  const target = redirect ? parseSitePath(redirect) : undefined;
  return target !== undefined && !/^\/login(?:[?#]|$)/.test(splitLocale(target).path) ? target : home;
}

/** A path without percent-encoding, as far as it can be decoded. */
export function readablePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
