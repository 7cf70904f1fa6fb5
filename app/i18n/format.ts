import { locales, type Locale } from "./locales.ts";

const formatsByLocale = new Map<Locale, ReturnType<typeof createFormats>>();

function createFormats(locale: Locale) {
  const { language, dates, units } = locales[locale];
  const kilobyte = { style: "unit", unit: "kilobyte", unitDisplay: "short", maximumFractionDigits: 0 } as const;
  return {
    // Dates without time zone are formatted as UTC.
    date: new Intl.DateTimeFormat(dates, { dateStyle: "long", timeZone: "UTC" }),
    month: new Intl.DateTimeFormat(dates, { year: "numeric", month: "long", timeZone: "UTC" }),
    year: new Intl.DateTimeFormat(dates, { year: "numeric", timeZone: "UTC" }),
    number: new Intl.NumberFormat(language),
    gram: new Intl.NumberFormat(language, { style: "unit", unit: "gram", unitDisplay: units }),
    kilobyte: new Intl.NumberFormat(language, kilobyte),
    list: new Intl.ListFormat(language, { type: "conjunction", style: "narrow" }),
  };
}

/** Returns a language's formats, cached because creation is slow. */
function getFormats(locale: Locale): ReturnType<typeof createFormats> {
  const formats = formatsByLocale.get(locale) ?? createFormats(locale);
  formatsByLocale.set(locale, formats);
  return formats;
}

/** Formats an ISO date: `2025年3月12日`, `12 March 2025`. */
export function formatDate(isoDate: string, locale: Locale): string {
  return getFormats(locale).date.format(new Date(isoDate));
}

/** Formats a day, month or year (ISO 8601): `2025年10月`, `October 2025`. Other text is unchanged. */
export function formatPartialDate(text: string, locale: Locale): string {
  const parts = /^\d{4}(-\d{2})?(-\d{2})?$/.exec(text);
  if (!parts) return text;
  const [, month, day] = parts;
  return getFormats(locale)[day ? "date" : month ? "month" : "year"].format(new Date(text));
}

/** Formats date and time: `2026年12月8日 09:30`, `8 December 2026 at 09:30`. @param timeZone an IANA name */
export function formatDateTime(time: Date, locale: Locale, timeZone = "Asia/Shanghai"): string {
  return new Intl.DateTimeFormat(locales[locale].dates, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(time);
}

export function formatNumber(value: number, locale: Locale): string {
  return getFormats(locale).number.format(value);
}

/** Formats a dose or a total weight: `9克`, `9 g`, `1.8 kg`. Other units are appended. */
export function formatDose(value: number, unit: string, locale: Locale): string {
  if (unit !== "g") return `${formatNumber(value, locale)} ${unit}`;
  return value < 1000 ? getFormats(locale).gram.format(value) : formatKilograms(value, locale);
}

/** Rounds grams to three digits, and from 1000 g to tens, for example 410.959 g to 411 g. */
export const roundAmount = (amount: number) =>
  amount < 100 ? Number(amount.toPrecision(3)) : amount < 1000 ? Math.round(amount) : Math.round(amount / 10) * 10;

/** Formats an ordered herb's quantity as everywhere in trade: `36 kg`. */
export function formatKilograms(grams: number, locale: Locale): string {
  return `${formatNumber(roundAmount(grams) / 1000, locale)} kg`;
}

/** Formats a list: `甲、乙、丙`, `a, b, c`. */
export function formatList(values: string[], locale: Locale): string {
  return getFormats(locale).list.format(values);
}

/** Formats a file size in bytes: `48 kB`. */
export function formatFileSize(bytes: number, locale: Locale): string {
  return getFormats(locale).kilobyte.format(Math.max(1, bytes / 1000));
}
