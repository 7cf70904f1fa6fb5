import { locales, type Locale } from "./locales.ts";

/** Formats a day, a month or a year by ISO 8601: `2025年10月`, `October 2025`. Any other text is returned unchanged. */
export function formatPartialDate(text: string, locale: Locale): string {
  const parts = /^\d{4}(-\d{2})?(-\d{2})?$/.exec(text);
  if (!parts) return text;
  const [, month, day] = parts;
  const options: Intl.DateTimeFormatOptions = {
    year: "numeric",
    ...(month && { month: "long" }),
    ...(day && { day: "numeric" }),
    timeZone: "UTC",
  };
  return new Intl.DateTimeFormat(locales[locale].dates, options).format(new Date(text));
}
