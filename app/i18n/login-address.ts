import type { Messages } from "./messages.ts";
import { localizePath, splitLocale } from "./urls.ts";

/** Key of a message that the login page shows. */
export type LoginMessage = keyof Messages["common"]["login"]["messages"];

/** Creates the path of the login page, with the reason and the page to return to. */
export function createLoginPath(pathname: string, search: string, message: LoginMessage): string {
  const { locale } = splitLocale(pathname);
  const query = new URLSearchParams({ code: "401", message, redirect: pathname + search });
  return localizePath(`/login?${query}`, locale);
}
