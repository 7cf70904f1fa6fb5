import { locales, type Locale } from "../../../i18n/locales.ts";

/** A text with fewer letters may be a name or a formula. */
const minLetters = 60;

/** Whether the texts of a language are Chinese. */
export const isChinese = (locale: Locale) => /^zh\b/.test(locales[locale].language);

/**
 * Finds a text that nobody has translated: Chinese in the file of a language with another script, or a text without Chinese in a
 * Chinese file.
 */
export function findWrongLanguage(locale: Locale, words: string): string | undefined {
  const { language } = locales[locale];
  const letters = words.match(/\p{L}+/gu)?.join("").length ?? 0;
  const han = words.match(/\p{Script=Han}+/gu)?.join("").length ?? 0;
  const isWrong = isChinese(locale)
    ? han * 50 < letters && letters >= minLetters
    : han * 2 > letters && !/^ja\b/.test(language);
  if (!isWrong) return undefined;
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language.split("-")[0]!);
  const found = isChinese(locale) ? "isn't in Chinese" : "is in Chinese";
  return `${found}, and ${locale}.md is for ${name}: translate it, or remove the file until then`;
}
