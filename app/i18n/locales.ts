/** Defines all locales. A new one needs a row, and a folder in `messages/`. */
export const locales = {
  cn: {
    language: "zh-CN",
    alternates: ["zh-CN", "zh"],
    label: "中文",
    prefix: "",
    header: "zh-cn",
    dates: "zh-CN",
    units: "long",
    fallbacks: ["en"],
    offer: {
      text: "本页另有中文版。",
      accept: "阅读中文版",
      dismiss: "不用了",
      missing: "本页暂无中文版",
    },
  },
  en: {
    language: "en-US",
    alternates: ["en-US", "en"],
    label: "English",
    prefix: "/en",
    header: "en",
    // Dates in the English texts have the British order.
    dates: "en-GB",
    units: "short",
    fallbacks: [],
    offer: {
      text: "This page is also available in English.",
      accept: "Read in English",
      dismiss: "No, thanks",
      missing: "This page isn’t available in English yet",
    },
  },
} as const satisfies Record<string, LocaleRow>;

type LocaleRow = {
  /** BCP 47 tag, for `lang`, `Intl` and the messages. */
  language: string;
  /** `hreflang` tags, by which search engines choose a page for a reader. */
  alternates: readonly string[];
  label: string;
  /** Prefix of the locale's URLs; empty for the default. */
  prefix: "" | `/${string}`;
  /** Value of the `Language` header of API calls. */
  header: string;
  /** BCP 47 tag for formatting dates. */
  dates: string;
  /** Style of units: 9克, 9 g. */
  units: "long" | "short";
  /** Locales whose texts replace missing ones, best first. Without one, readers get any language, with a note. */
  fallbacks: readonly string[];
  /**
   * Texts in this language that pages in other languages render: an offer, and the note of a missing translation.
   * These pages don't load this language's messages.
   */
  offer: { text: string; accept: string; dismiss: string; missing: string };
};

export type Locale = keyof typeof locales;

export const defaultLocale: Locale = "cn";

export const localeCodes = Object.keys(locales) as Locale[];

/** Whether a value from outside, such as a cookie, is a locale. */
export function isLocale(value: unknown): value is Locale {
  return localeCodes.includes(value as Locale);
}

/** Returns a `Language` header's locale, or the default. */
export function getLocaleByHeader(header: string | null): Locale {
  return localeCodes.find((code) => locales[code].header === header?.toLowerCase()) ?? defaultLocale;
}

/** Returns the locales with these tags' primary subtags (`zh`, `en`), or all locales if none match. */
export function getLocalesByLanguages(languages: readonly string[]): readonly Locale[] {
  const getPrimarySubtag = (language: string) => language.split("-")[0]!.toLowerCase();
  const primarySubtags = new Set(languages.map(getPrimarySubtag));
  const matches = localeCodes.filter((code) => primarySubtags.has(getPrimarySubtag(locales[code].language)));
  return matches.length > 0 ? matches : localeCodes;
}

/** Lists all locales, first those that suit a reader of this one best: itself, then its fallbacks. */
export function rankLocales(locale: Locale): readonly Locale[] {
  return [...new Set<Locale>([locale, ...locales[locale].fallbacks, ...localeCodes])];
}

/** Returns the available locale that suits a reader of this one best. */
export const findLocale = (locale: Locale, available: readonly Locale[]): Locale =>
  rankLocales(locale).find((code) => available.includes(code)) ?? locale;

/** Lists the `hreflang` tags of a page's languages. Readers of others get the default language, or else the first. */
export function listAlternates(available: readonly Locale[]): [hrefLang: string, locale: Locale][] {
  const tags = available.flatMap((code) => locales[code].alternates.map((tag): [string, Locale] => [tag, code]));
  return [...tags, ["x-default", findLocale(defaultLocale, available)]];
}

/** Returns the locale of a BCP 47 tag, or else the default. */
export function getLocaleByLanguage(language: string): Locale {
  return localeCodes.find((code) => locales[code].language === language) ?? defaultLocale;
}
