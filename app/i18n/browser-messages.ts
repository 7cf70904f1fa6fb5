import type { i18n } from "i18next";
import { localeOfLanguage } from "./locales.ts";
import { messageAddress } from "./message-addresses.ts";
import type { Namespace } from "./messages.ts";

/** Messages of one namespace: texts by key, in groups. */
export type MessageTree = { [key: string]: string | MessageTree };

/** What a screen asks of i18next. On the server that is i18next itself. */
export type MessageSource = Pick<i18n, "hasLoadedNamespace" | "getFixedT" | "reloadResources">;

/**
 * i18next as far as the messages of this site need it: keys with dots, `{{value}}`, `{{value, number}}` and plural forms. In a
 * browser it takes the place of i18next itself, whose 13 KB would be an eighth of what a first visit fetches.
 * `browser-messages.test.ts` holds both to the same words for every message.
 * @param present the messages that came with the page, by namespace
 */
export function browserMessages(language: string, present: Record<string, MessageTree>): MessageSource {
  const trees = new Map(Object.entries(present).map(([namespace, tree]) => [`${language} ${namespace}`, tree]));
  const source = {
    hasLoadedNamespace: (namespace: string, { lng = language } = {}) => trees.has(`${lng} ${namespace}`),
    getFixedT: (lng: string, namespace: string) => (key: string, values?: Values) =>
      translate(trees.get(`${lng} ${namespace}`), lng, key, values),
    async reloadResources(lng: string, namespace: string) {
      trees.set(`${lng} ${namespace}`, await fetchMessages(lng, namespace as Namespace));
    },
  };
  return source as unknown as MessageSource;
}

type Values = Record<string, unknown>;

function translate(tree: MessageTree | undefined, language: string, key: string, values: Values = {}): string {
  const { count } = values;
  const plural = typeof count === "number" && find(tree, `${key}_${new Intl.PluralRules(language).select(count)}`);
  const text = plural || find(tree, key) || key;
  return text.replace(/{{(\w+)(, number)?}}/g, (_, name: string, isNumber: unknown) => {
    const value = values[name] ?? "";
    return isNumber ? Number(value).toLocaleString(language) : String(value);
  });
}

function find(tree: MessageTree | undefined, key: string): string | undefined {
  const found = key
    .split(".")
    .reduce<string | MessageTree | undefined>((at, part) => (at as MessageTree)?.[part], tree);
  return typeof found === "string" ? found : undefined;
}

/** Where they can't be had the server draws the screen: it has them all. */
async function fetchMessages(language: string, namespace: Namespace): Promise<MessageTree> {
  try {
    const response = await fetch(messageAddress(localeOfLanguage(language), namespace));
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as MessageTree;
  } catch (error) {
    console.error(`messages ${namespace} (${language}) could not be loaded`, error);
    dispatchEvent(new Event("chunkgone"));
    return {};
  }
}
