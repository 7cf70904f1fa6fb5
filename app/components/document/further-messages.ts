import i18next from "i18next";
import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { getLocaleByLanguage } from "#app/i18n/locales.ts";

const importersByPath = import.meta.glob<{ default: Record<string, object> }>("../../i18n/messages/*/messages.ts");

/** Fetches a language's messages for all screens. */
async function fetchMessages(language: string): Promise<Record<string, object>> {
  const module = await importersByPath[`../../i18n/messages/${getLocaleByLanguage(language)}/messages.ts`]!();
  return module.default;
}

export async function readMessages(language: string, namespace: string): Promise<object | undefined> {
  return (await fetchMessages(language))[namespace];
}

/** Returns no messages on failure, because i18next then requests them itself and reports the error. */
export function prefetchMessages(): Promise<Record<string, object>> {
  return fetchMessages(i18next.language).catch(() => ({}));
}

/** Loads the messages in parallel with the next page's data and code. */
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
