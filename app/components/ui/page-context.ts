import { createContext, use } from "react";
import { defaultLocale, type Locale } from "../../i18n/locales.ts";

/** Data of the current page for all components. */
export type PageContextValue = {
  /** Language of the page, from its URL. */
  locale: Locale;
  /** Path of the page with language prefix. */
  pathname: string;
  isLoggedIn: boolean;
  /** Paths that require a login. */
  guardedRoutes: readonly string[];
};

export const PageContext = createContext<PageContextValue>({
  locale: defaultLocale,
  pathname: "/",
  isLoggedIn: false,
  guardedRoutes: [],
});

/** Returns the data of the current page. */
export function usePage(): PageContextValue {
  return use(PageContext);
}
