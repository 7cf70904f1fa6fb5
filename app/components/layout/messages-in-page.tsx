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
    // No message may end the element that it stands in.
    return JSON.stringify(Object.fromEntries(messages)).replaceAll("<", "\\u003c");
  });
  return <script id={id} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** What `MessagesInPage` has written, by namespace. */
export function messagesInPage(): ResourceLanguage {
  return JSON.parse(document.getElementById(id)!.textContent) as ResourceLanguage;
}
