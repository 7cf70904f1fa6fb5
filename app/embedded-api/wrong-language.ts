import { locales, type Locale } from "../i18n/locales.ts";

/** Finds a text in Chinese in the file of a language with another script, such as a copy that nobody has translated. */
export function findWrongLanguage(locale: Locale, words: string): string | undefined {
  const { language } = locales[locale];
  if (/^(?:zh|ja)\b/.test(language)) return undefined;
  const letters = words.match(/\p{L}+/gu)?.join("").length ?? 0;
  const han = words.match(/\p{Script=Han}+/gu)?.join("").length ?? 0;
  if (han * 2 <= letters) return undefined;
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language.split("-")[0]!);
  return `is in Chinese, and ${locale}.md is for ${name}: translate it, or take the file out until then`;
}
