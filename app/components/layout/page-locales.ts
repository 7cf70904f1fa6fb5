import { useMatches } from "react-router";
import { localeCodes, type Locale } from "../../i18n/locales.ts";

/** Returns the languages that the page has a text in; all of them if its loader doesn't say. */
export function usePageLocales(): readonly Locale[] {
  const loaderData = useMatches().map((match) => match.loaderData as { ownLocales?: readonly Locale[] } | undefined);
  return loaderData.find((data) => data?.ownLocales)?.ownLocales ?? localeCodes;
}
