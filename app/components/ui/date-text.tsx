import { formatPartialDate } from "#app/i18n/format.ts";
import { useLocale } from "./page-data.ts";

/** Formats a day, month or year (ISO 8601) for the reader. Other text is unchanged. */
export function DateText({ date }: { date: string }) {
  const text = formatPartialDate(date, useLocale());
  return text === date && !/^\d{4}$/.test(date) ? text : <time dateTime={date}>{text}</time>;
}
