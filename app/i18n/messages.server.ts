import { locales, localeCodes, type Locale } from "./locales.ts";
import type { Messages } from "./messages.ts";

const messagesByFile = import.meta.glob<Messages>("./messages/*/index.ts", { eager: true, import: "default" });

/** All messages of all languages by BCP 47 tag, for rendering on the server. */
export const resources = Object.fromEntries(
  localeCodes.map((locale) => [locales[locale].language, messagesByFile[`./messages/${locale}/index.ts`]!]),
);

/** Returns the name of the site from its settings in a language; a general name if they have none. */
export function getSiteName(settings: { siteName?: string; company?: string } | undefined, locale: Locale): string {
  const { siteName, company } = settings ?? {};
  return siteName ?? company ?? resources[locales[locale].language]!.common.site.fallbackName;
}
