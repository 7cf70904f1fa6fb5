import type { Locale } from "#app/i18n/locales.ts";

const chineseDigits = "零一二三四五六七八九";
const chineseUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 亿: 100_000_000 };

const ones =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales: Record<string, number> = { hundred: 100, thousand: 1000, million: 1e6 };
const fractions: Record<string, number> = {
  half: 0.5,
  third: 1 / 3,
  thirds: 2 / 3,
  quarter: 0.25,
  fifth: 0.2,
  tenth: 0.1,
};

const digits = "(?<![A-Za-z\\d.])\\d{1,3}(?:[, ]\\d{3}){1,3}(?![\\d.])|(?<![A-Za-z\\d.])\\d{1,9}(?:\\.\\d{1,6})?";
const words = `\\b(?:(?:${tens.join("|")})(?:-(?:${ones.slice(0, 9).join("|")}))?|${ones.toReversed().join("|")})\\b`;
const chineseParts = "百分之[零〇一二两三四五六七八九十百点]{1,8}|[三四五十]分之[一二三四]";
const chineseNumerals = "[零〇一二两三四五六七八九十百千万半]{1,9}";
const englishScale = `(?: (?:${Object.keys(scales).join("|")})\\b)?(?: and a half)?`;
const englishParts = `\\b(?:${Object.keys(fractions).join("|")})\\b`;

const patterns: Partial<Record<Locale, RegExp>> = {
  cn: new RegExp(`${chineseParts}|(?:${digits}) ?[百千万亿]?|${chineseNumerals}`, "gu"),
  en: new RegExp(`(?:${digits}|${words})${englishScale}|${englishParts}`, "giu"),
};

/** Source of a pattern that matches Chinese and English numbers. */
export const numberSource = `(?:${chineseParts}|(?:${digits}|${words})(?: ?[百千万亿]|${englishScale})|${chineseNumerals}|${englishParts})`;

/** Returns the number pattern, with the language's number words. */
export function getNumberPattern(locale: Locale): RegExp {
  return patterns[locale] ?? new RegExp(digits, "gu");
}

/** A number is vague if it is round (百年), a pair of adjacent numbers (五六), or a fraction such as "a third". */
export function parseNumber(word: string, locale: Locale): { value: number; isVague: boolean } {
  return locale === "cn" ? parseChinese(word) : parseEnglish(word);
}

const scaledNumberPattern = new RegExp(`^(.*?)(?: (${Object.keys(scales).join("|")}))?( and a half)?$`);

const parseDigits = (text: string) => Number.parseFloat(text.replace(/[, ]/g, ""));

function parseChinese(word: string) {
  const last = word.at(-1)!;
  if (/^\d/.test(word)) return { value: parseDigits(word) * (chineseUnits[last] ?? 1), isVague: false };
  const [, whole, part] = /^(.)分之(.)$/u.exec(word) ?? [];
  if (whole && part && whole !== "百") return { value: readNumeral(part) / readNumeral(whole), isVague: true };
  const numeral = word
    .replace(/^百分之/, "")
    .replace("〇", "零")
    .replace("两", "二");
  const isYear = /^[一二][零一二三四五六七八九]{3}$/u.test(numeral);
  if (isYear)
    return { value: Number(Array.from(numeral, (one) => chineseDigits.indexOf(one)).join("")), isVague: false };
  const hasNeighbours = /[一二三四五六七八九]{2}/u.test(numeral);
  return { value: readNumeral(numeral), isVague: hasNeighbours || /^[一百千万半零]+$|半/u.test(numeral) };
}

function readNumeral(numeral: string): number {
  let [total, section, digit] = [0, 0, 0];
  for (const one of numeral) {
    const factor = chineseUnits[one];
    if (one === "半") digit = 0.5;
    else if (factor === undefined) digit = chineseDigits.indexOf(one);
    else if (factor < 10_000) {
      section += (digit || 1) * factor;
      digit = 0;
    } else {
      total = (total + section + digit || 1) * factor;
      [section, digit] = [0, 0];
    }
  }
  return total + section + digit;
}

function parseEnglish(source: string) {
  const word = source.toLowerCase();
  const [, first = "", scale = "", half] = scaledNumberPattern.exec(word)!;
  const fraction = fractions[first];
  if (fraction !== undefined) return { value: fraction, isVague: true };
  const value = /^\d/.test(first) ? parseDigits(first) : readWords(first);
  return { value: value * (scales[scale] ?? 1) + (half ? 0.5 : 0), isVague: word === "one" };
}

const readWords = (word: string) =>
  word.split("-").reduce((sum, part) => sum + (ones.indexOf(part) + 1 || (tens.indexOf(part) + 2) * 10), 0);
