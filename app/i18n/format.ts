import { locales, type Locale } from "./locales.ts";

const formatters = new Map<string, Intl.DateTimeFormat | Intl.ListFormat | Intl.NumberFormat>();

function getFormatter<Type extends Intl.DateTimeFormat | Intl.ListFormat | Intl.NumberFormat>(
  key: string,
  create: () => Type,
): Type {
  const instance = (formatters.get(key) as Type | undefined) ?? create();
  formatters.set(key, instance);
  return instance;
}

/** Formats an ISO date: `2025年3月12日`, `12 March 2025`. Dates have no time zone, so they are formatted as UTC. */
export function formatDate(isoDate: string, locale: Locale): string {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  const create = () => new Intl.DateTimeFormat(locales[locale].dates, options);
  return getFormatter(`date ${locale}`, create).format(new Date(isoDate));
}

/**
 * Formats date and time: `2026年12月8日 09:30`, `8 December 2026 at 09:30`.
 * @param timeZone an IANA name; the default is the company's time zone
 */
export function formatDateTime(time: Date, locale: Locale, timeZone = "Asia/Shanghai"): string {
  const options: Intl.DateTimeFormatOptions = {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  };
  return getFormatter(
    `moment ${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(locales[locale].dates, options),
  ).format(time);
}

/** Formats a number: `1,234`. */
export function formatNumber(value: number, locale: Locale): string {
  return getFormatter(`number ${locale}`, () => new Intl.NumberFormat(locales[locale].language)).format(value);
}

/** Formats a dose: `9克`, `9 g`. Units other than `g` are appended unchanged. */
export function formatDose(value: number, unit: string, locale: Locale): string {
  if (unit !== "g") return `${formatNumber(value, locale)} ${unit}`;
  const options = { style: "unit", unit: "gram", unitDisplay: locales[locale].units } as const;
  return getFormatter(`gram ${locale}`, () => new Intl.NumberFormat(locales[locale].language, options)).format(value);
}

/** Formats a share between 0 and 1: `24%`. */
export function formatPercent(share: number, locale: Locale): string {
  const options = { style: "percent", maximumFractionDigits: 0 } as const;
  return getFormatter(`share ${locale}`, () => new Intl.NumberFormat(locales[locale].language, options)).format(share);
}

/** Formats a list: `甲、乙、丙`, `a, b, c`. */
export function formatList(values: string[], locale: Locale): string {
  const options = { type: "conjunction", style: "narrow" } as const;
  return getFormatter(`list ${locale}`, () => new Intl.ListFormat(locales[locale].language, options)).format(values);
}

/** Formats a file size in bytes: `48 kB`. */
export function formatFileSize(bytes: number, locale: Locale): string {
  const options = { style: "unit", unit: "kilobyte", unitDisplay: "short", maximumFractionDigits: 0 } as const;
  const kilobytes = Math.max(1, bytes / 1000);
  return getFormatter(`size ${locale}`, () => new Intl.NumberFormat(locales[locale].language, options)).format(
    kilobytes,
  );
}
