import { localizePath, splitLocale } from "./urls.ts";

/** Creates the path of the login page, with the reason and the page to return to. */
export function createLoginPath(pathname: string, search: string, message: string): string {
  const { locale } = splitLocale(pathname);
  const query = new URLSearchParams({ code: "401", message, redirect: pathname + search });
  return localizePath(`/login?${query}`, locale);
}
