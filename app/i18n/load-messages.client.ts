import type { BackendModule } from "i18next";
import { localeOfLanguage } from "./locales.ts";
import { messageAddress } from "./message-addresses.ts";
import type { Namespace } from "./messages.ts";

/** Fetches messages of the active language when a page asks for them. */
export const fetchMessages: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, callback) {
    fetch(messageAddress(localeOfLanguage(language), namespace as Namespace))
      .then(async (response) => {
        if (!response.ok) throw new Error(`status ${response.status}`);
        callback(null, (await response.json()) as Record<string, string>);
      })
      .catch((error: unknown) => {
        console.error(`messages ${namespace} (${language}) could not be loaded`, error);
        callback(error as Error, null);
      });
  },
};
