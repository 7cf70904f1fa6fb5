import { localizePath, splitLocale } from "./urls.ts";

/** Where a visitor is sent who must log in first: the page that says why, and knows the way back to this one. */
export function loginAddress(pathname: string, search: string, message: string): string {
  const { locale } = splitLocale(pathname);
  const query = new URLSearchParams({ code: "401", message, redirect: pathname + search });
  return localizePath(`/login?${query}`, locale);
}
