/** Every locale of the site. A further one is a row here and a folder in `messages/`. */
export const locales = {
  cn: {
    language: "zh-CN",
    label: "中文",
    prefix: "",
    header: "zh-cn",
    dates: "zh-CN",
    units: "long",
    offer: { text: "本页另有中文版。", accept: "阅读中文版", dismiss: "不用了" },
  },
  en: {
    language: "en-US",
    label: "English",
    prefix: "/en",
    header: "en",
    // British order, as the English texts are written.
    dates: "en-GB",
    units: "short",
    offer: { text: "This page is also available in English.", accept: "Read in English", dismiss: "No, thanks" },
  },
} as const satisfies Record<string, LocaleRow>;

type LocaleRow = {
  /** BCP 47 tag, for `lang`, `Intl` and the messages. */
  language: string;
  /** How its own readers call it. */
  label: string;
  /** What its URLs start with: empty for the default locale. */
  prefix: "" | `/${string}`;
  /** Value of the `Language` header on API calls. */
  header: string;
  /** BCP 47 tag that dates are written by. */
  dates: string;
  /** How units are written: 9克, 9 g. */
  units: "long" | "short";
  /** What readers of this language are told on the same page in another: in this language, whose messages aren't there. */
  offer: { text: string; accept: string; dismiss: string };
};

export type Locale = keyof typeof locales;

export const defaultLocale: Locale = "cn";

export const localeCodes = Object.keys(locales) as Locale[];

/** Whether a string from outside (a cookie, a file name) names a locale. */
export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && Object.hasOwn(locales, value);
}

/** The locale that a `Language` header asks for; the default where it names none. */
export function localeOfHeader(header: string | null): Locale {
  return localeCodes.find((code) => locales[code].header === header?.toLowerCase()) ?? defaultLocale;
}

/** The locale of a BCP 47 tag that the table lists; the default for any other. */
export function localeOfLanguage(language: string): Locale {
  return localeCodes.find((code) => locales[code].language === language) ?? defaultLocale;
}
