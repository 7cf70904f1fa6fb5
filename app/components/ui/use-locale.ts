import type { TFunction } from "i18next";
import { use } from "react";
import { I18nContext } from "react-i18next";
import type { MessageSource } from "../../i18n/browser-messages.ts";
import { locales, type Locale } from "../../i18n/locales.ts";
import type { Namespace } from "../../i18n/messages.ts";
import { usePage } from "./page-context.ts";

/** The language of the page, as its URL says. */
export function useLocale(): Locale {
  return usePage().locale;
}

/**
 * Messages of a namespace in the language of the page; waits where they aren't there yet. Not by `useTranslation`: that
 * copies the whole instance for each component, which was a third of the time that a page takes.
 */
export function useMessages<N extends Namespace = "common">(namespace?: N): TFunction<N> {
  const { i18n } = use(I18nContext);
  const { language } = locales[useLocale()];
  const name = namespace ?? "common";
  if (!i18n.hasLoadedNamespace(name, { lng: language })) use(loading(i18n, language, name));
  return fixedMessages(i18n, language, name) as TFunction<N>;
}

const fixed = new Map<string, TFunction>();

/** One function for each language and namespace; a message without values is looked up once. */
function fixedMessages(source: MessageSource, language: string, namespace: Namespace): TFunction {
  const key = `${language} ${namespace}`;
  const t = fixed.get(key) ?? remembering(source.getFixedT(language, namespace) as TFunction);
  fixed.set(key, t);
  return t;
}

function remembering(t: TFunction): TFunction {
  const plain = new Map<string, string>();
  const remembered = (key: string, values?: Record<string, unknown>): string => {
    if (values !== undefined) return String(t(key as never, values as never));
    const message = plain.get(key) ?? String(t(key as never));
    plain.set(key, message);
    return message;
  };
  return remembered as TFunction;
}

const loads = new Map<string, Promise<void>>();

/** The same promise for the same messages: a component that waits is drawn anew when it is kept. */
function loading(source: MessageSource, language: string, namespace: Namespace): Promise<void> {
  const key = `${language} ${namespace}`;
  const load = loads.get(key) ?? source.reloadResources(language, namespace);
  loads.set(key, load);
  return load;
}
