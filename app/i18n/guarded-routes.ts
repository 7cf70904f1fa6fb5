import { href } from "react-router";
import { localizePath, parseSitePath, splitLocale } from "./urls.ts";

/** @param routes paths without prefix; a final `/*` includes the path and all below it */
export function isGuarded(pathname: string, routes: readonly string[]): boolean {
  if (routes.length === 0) return false;
  const path = decodePath(splitLocale(pathname.replace(/\/{2,}/g, "/")).path);
  // The login page itself is never guarded.
  if (path === href("/login")) return false;
  return routes.some((route) => {
    if (!route.endsWith("/*")) return path === decodePath(route);
    const parentPath = decodePath(route.slice(0, -2));
    return path === parentPath || path.startsWith(`${parentPath}/`);
  });
}

/** @param message one of the site's messages, in the page's language */
export function createLoginPath(pathname: string, search: string, message: string): string {
  const { locale } = splitLocale(pathname);
  const query = new URLSearchParams({ code: "401", message, redirect: pathname + search });
  return localizePath(`${href("/login")}?${query}`, locale);
}

/** Returns a valid site path to open after the login, or `home`. */
export function getPathAfterLogin(redirect: string | null, home: string): string {
  const target = redirect ? parseSitePath(redirect) : undefined;
  return target !== undefined && !/^\/login(?:[?#]|$)/.test(splitLocale(target).path) ? target : home;
}

/** Decodes a path for comparison. An invalid path is unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
