import { locales, localeCodes, type Locale } from "./locales.ts";
import type { Messages, Namespace } from "./messages.ts";

const folders = import.meta.glob<Messages>("./messages/*/index.ts", { eager: true, import: "default" });

/** All messages of all languages, by BCP 47 tag, for rendering on the server. */
export const resources = Object.fromEntries(
  localeCodes.map((locale) => [locales[locale].language, folders[`./messages/${locale}/index.ts`]!]),
);

const texts = new Map<string, string>();

/** Messages of some namespaces as JSON that may stand in HTML, made once. */
export function messagesText(locale: Locale, namespaces: Namespace[]): string {
  const key = [locale, ...namespaces].join(" ");
  const text = texts.get(key) ?? asJsonInHtml(folders[`./messages/${locale}/index.ts`]!, namespaces);
  texts.set(key, text);
  return text;
}

/** Spaces and all that isn't ASCII are escaped too: who looks for words in a page's HTML finds those that it shows. */
function asJsonInHtml(messages: Messages, namespaces: Namespace[]): string {
  const wanted = Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace]]));
  return JSON.stringify(wanted).replace(/[^!-;=-~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
