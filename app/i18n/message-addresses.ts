import type { Locale } from "./locales.ts";
import type { Namespace } from "./messages.ts";

const addresses = import.meta.glob<string>("./messages/*/*.json", {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

/** Address of the file that holds the messages of one namespace in one language; its name changes with its content. */
export function messageAddress(locale: Locale, namespace: Namespace): string {
  return addresses[`./messages/${locale}/${namespace}.json`]!;
}
