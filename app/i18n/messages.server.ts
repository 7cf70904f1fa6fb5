import { localeCodes, locales, type Locale } from "./locales.ts";
import type { Messages } from "./messages.ts";

const messagesByPath = import.meta.glob("./messages/*/*.json", { eager: true, import: "default" });

/** All messages by BCP 47 tag, for the server. */
export const resources = Object.fromEntries(
  localeCodes.map((locale) => [locales[locale].language, getMessages(`./messages/${locale}/`)]),
);

function getMessages(folder: string): Messages {
  const paths = Object.keys(messagesByPath).filter((path) => path.startsWith(folder));
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length, -".json".length), messagesByPath[path]]),
  ) as Messages;
}

export function getSiteName(settings: { siteName?: string; company?: string } | undefined, locale: Locale): string {
  const { siteName, company } = settings ?? {};
  return siteName ?? company ?? resources[locales[locale].language]!.common.site.fallbackName;
}

/** Texts of the plain error page, default language first. */
export const plainErrorTexts = localeCodes.map((code) => {
  const { language, label, prefix } = locales[code];
  const { server, errors } = resources[language]!;
  const texts = { ...server, 413: errors.tooLargeText, 503: errors.unavailableText };
  return { language, label, home: prefix || "/", texts };
});
