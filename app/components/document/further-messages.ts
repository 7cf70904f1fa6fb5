import i18next from "i18next";
import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { getLocaleByLanguage } from "#app/i18n/locales.ts";

const files = import.meta.glob<{ default: Record<string, object> }>("../../i18n/messages/*/messages.ts");

/** Fetches the messages of all screens in a language, so that they can be asked for before the next screen is known. */
async function fetchMessages(language: string): Promise<Record<string, object>> {
  const file = await files[`../../i18n/messages/${getLocaleByLanguage(language)}/messages.ts`]!();
  return file.default;
}

/** Loads one namespace, for i18next. */
export async function readMessages(language: string, namespace: string): Promise<object | undefined> {
  return (await fetchMessages(language))[namespace];
}

/** If they can't be loaded, i18next asks for those that a screen needs, and reports that. */
export function prefetchMessages(): Promise<Record<string, object>> {
  return fetchMessages(i18next.language).catch(() => ({}));
}

/** Loads them beside the data and the code of another page, which would otherwise wait for its own. */
export const loadFurtherMessages: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const isOtherPage = new URL(request.url).pathname !== location.pathname;
  const [results, messages] = await Promise.all([next(), isOtherPage ? prefetchMessages() : {}]);
  for (const [namespace, texts] of Object.entries(messages))
    i18next.addResourceBundle(i18next.language, namespace, texts);
  return results;
};
