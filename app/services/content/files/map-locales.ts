import type { Locale } from "../../../i18n/locales.ts";

/** Returns the values of all languages, transformed. */
export function mapLocales<Value, Result>(
  table: Partial<Record<Locale, Value>>,
  transform: (value: Value) => Result,
): Partial<Record<Locale, Result>> {
  return Object.fromEntries(
    Object.entries(table).map(([locale, value]) => [locale, transform(value as Value)]),
  ) as Partial<Record<Locale, Result>>;
}
