import { locales, type Locale } from "./locales.ts";

const formatters = new Map<string, Intl.DateTimeFormat | Intl.ListFormat | Intl.NumberFormat>();

function formatter<Type extends Intl.DateTimeFormat | Intl.ListFormat | Intl.NumberFormat>(
  key: string,
  create: () => Type,
): Type {
  const kept = (formatters.get(key) as Type | undefined) ?? create();
  formatters.set(key, kept);
  return kept;
}

/** `2025年3月12日`, `12 March 2025`. Days have no time zone: an ISO date is read and shown as UTC. */
export function formatDate(isoDate: string, locale: Locale): string {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  const create = () => new Intl.DateTimeFormat(locales[locale].dates, options);
  return formatter(`date ${locale}`, create).format(new Date(isoDate));
}

/** `2026年12月8日 09:30`, `8 December 2026 at 09:30`: a moment by the company's clock, which is Beijing's. */
export function formatMoment(moment: Date, locale: Locale): string {
  const options: Intl.DateTimeFormatOptions = {
    ...{ year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" },
    ...{ hourCycle: "h23", timeZone: "Asia/Shanghai" },
  };
  return formatter(`moment ${locale}`, () => new Intl.DateTimeFormat(locales[locale].dates, options)).format(moment);
}

/** `1,234` */
export function formatNumber(value: number, locale: Locale): string {
  return formatter(`number ${locale}`, () => new Intl.NumberFormat(locales[locale].language)).format(value);
}

/** `9 克`, `9 g`; units that `Intl` doesn't know are put behind the number as they are. */
export function formatDose(value: number, unit: string, locale: Locale): string {
  if (unit !== "g") return `${formatNumber(value, locale)} ${unit}`;
  const options = { style: "unit", unit: "gram", unitDisplay: locales[locale].units } as const;
  return formatter(`gram ${locale}`, () => new Intl.NumberFormat(locales[locale].language, options)).format(value);
}

/** `24%` */
export function formatShare(share: number, locale: Locale): string {
  const options = { style: "percent", maximumFractionDigits: 0 } as const;
  return formatter(`share ${locale}`, () => new Intl.NumberFormat(locales[locale].language, options)).format(share);
}

/** `甲、乙、丙`, `a, b, c` */
export function formatList(values: string[], locale: Locale): string {
  const options = { type: "conjunction", style: "narrow" } as const;
  return formatter(`list ${locale}`, () => new Intl.ListFormat(locales[locale].language, options)).format(values);
}

/** `48 kB`, from bytes. */
export function formatSize(bytes: number, locale: Locale): string {
  const options = { style: "unit", unit: "kilobyte", unitDisplay: "short", maximumFractionDigits: 0 } as const;
  const kilobytes = Math.max(1, bytes / 1000);
  return formatter(`size ${locale}`, () => new Intl.NumberFormat(locales[locale].language, options)).format(kilobytes);
}
