import { createContext, use } from "react";
import { defaultLocale, type Locale } from "../../i18n/locales.ts";

/** What every part of a page may ask, found out once for all of them. */
export type PageContextValue = {
  /** Language of the page, as its URL says. */
  locale: Locale;
  /** Path of the page, with prefix. */
  pathname: string;
  isLoggedIn: boolean;
  /** Paths behind the login gate: their links ask for the login at once. */
  guardedRoutes: readonly string[];
};

export const PageContext = createContext<PageContextValue>({
  locale: defaultLocale,
  pathname: "/",
  isLoggedIn: false,
  guardedRoutes: [],
});

/** The page that is being drawn. */
export function usePage(): PageContextValue {
  return use(PageContext);
}
