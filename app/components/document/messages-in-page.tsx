import type { i18n, ResourceLanguage } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMatches, useRouteError, type UIMatch } from "react-router";
import type { Handle } from "#app/handle.ts";
import { commonNamespace, type Namespace } from "#app/i18n/messages.ts";

const elementId = "messages";

/** Caches JSON for the few combinations of language and namespaces. */
const jsonCache = new Map<string, string>();

/** Embeds the page's messages, so that i18next needn't request them. */
export function MessagesInPage() {
  const { i18n } = useTranslation();
  const namespaces = useNamespaces();
  // A navigation doesn't change the embedded messages; the next page's messages are loaded by script.
  const [json] = useState(
    () => globalThis.document?.getElementById(elementId)?.textContent ?? createMessagesJson(i18n, namespaces),
  );
  return <script id={elementId} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Returns the namespaces of the page: common, the routes' `handle.messages`, the error page's. */
function useNamespaces(): Namespace[] {
  const matches = useMatches() as UIMatch<unknown, Handle | undefined>[];
  const routeNamespaces = matches.flatMap(({ handle }) => handle?.messages ?? []);
  const errorNamespaces: Namespace[] = useRouteError() ? ["errors"] : [];
  return [...new Set<Namespace>([commonNamespace, ...routeNamespaces, ...errorNamespaces])];
}

function createMessagesJson(i18n: i18n, namespaces: Namespace[]): string {
  const { language } = i18n;
  const key = [language, ...namespaces].join(" ");
  const cachedJson = jsonCache.get(key);
  if (cachedJson !== undefined) return cachedJson;
  const messages = namespaces.map((namespace) => [namespace, i18n.getResourceBundle(language, namespace)]);
  const json = escapeJsonForHtml(Object.fromEntries(messages));
  jsonCache.set(key, json);
  return json;
}

/**
 * Escapes `<`, so that no message can end the script element. Also escapes spaces and non-ASCII, so that a text search
 * finds only visible words.
 */
function escapeJsonForHtml(value: object): string {
  return JSON.stringify(value).replace(
    /[^!-;=-~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function readMessagesInPage(): ResourceLanguage {
  return JSON.parse(document.getElementById(elementId)!.textContent) as ResourceLanguage;
}
