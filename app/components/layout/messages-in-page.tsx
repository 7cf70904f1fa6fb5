import { createContext, use } from "react";
import type { MessageTree } from "../../i18n/browser-messages.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { Namespace } from "../../i18n/messages.ts";
import { useLocale } from "../ui/use-locale.ts";

/** Messages of a page as JSON that may stand in HTML. Given where pages are made; browsers have none. */
export const MessagesTextContext = createContext((_locale: Locale, _namespaces: Namespace[]): string => "");

const id = "messages";

/** The messages that a page needs, for its script: a first visit asks for no file of them. */
export function MessagesInPage({ namespaces }: { namespaces: Namespace[] }) {
  const text = use(MessagesTextContext)(useLocale(), namespaces);
  return <script id={id} type="application/json" dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}

/** What `MessagesInPage` has written, by namespace. */
export function messagesInPage(): Record<string, MessageTree> {
  return JSON.parse(document.getElementById(id)!.textContent!) as Record<string, MessageTree>;
}
