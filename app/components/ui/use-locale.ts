import { useLocation, useMatches } from "react-router";
import { localeCodes, type Locale } from "../../i18n/locales.ts";
import { splitLocale } from "../../i18n/urls.ts";

/** Returns the language of the page, which its URL decides. */
export function useLocale(): Locale {
  return splitLocale(useLocation().pathname).locale;
}

/** Returns the languages in which the page has a text; all languages if its loader doesn't return them. */
export function usePageLocales(): readonly Locale[] {
  const loaderData = useMatches().map((match) => match.loaderData as { ownLocales?: readonly Locale[] } | undefined);
  return loaderData.find((data) => data?.ownLocales)?.ownLocales ?? localeCodes;
}
