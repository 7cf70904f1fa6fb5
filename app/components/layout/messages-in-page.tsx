import type { ResourceLanguage } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Namespace } from "../../i18n/messages.ts";

const id = "messages";

/** The messages that a page needs, for i18next in the browser: a first visit asks for no file of them. */
export function MessagesInPage({ namespaces }: { namespaces: Namespace[] }) {
  const { i18n } = useTranslation();
  // What the page came with stays: a further screen's messages are loaded by i18next itself.
  const [json] = useState(() => {
    const messages = namespaces.map((namespace) => [namespace, i18n.getResourceBundle(i18n.language, namespace)]);
    return jsonInHtml(Object.fromEntries(messages));
  });
  return <script id={id} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/**
 * JSON that may stand in HTML: no message ends its element. Spaces and all that isn't ASCII are escaped too: who looks for
 * words in a page's HTML finds those that it shows.
 */
function jsonInHtml(value: object): string {
  return JSON.stringify(value).replace(/[^!-;=-~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What `MessagesInPage` has written, by namespace. */
export function messagesInPage(): ResourceLanguage {
  return JSON.parse(document.getElementById(id)!.textContent) as ResourceLanguage;
}
