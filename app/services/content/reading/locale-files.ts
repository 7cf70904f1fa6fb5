import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { localeCodes, rankLocales, type Locale } from "#app/i18n/locales.ts";
import { compareFields, compareLanguages } from "#app/services/content/checks/compare-languages.ts";
import { readYaml, type FileData } from "#app/services/content/files/content-file.ts";
import { createFileProblem, createMessage, type Findings } from "#app/services/content/problems/problem.ts";

export type ByLocale<Value> = Partial<Record<Locale, Value>>;

export function findText(texts: ByLocale<string>, locale: Locale): string | undefined {
  return rankLocales(locale)
    .map((code) => texts[code])
    .find((text) => text !== undefined);
}

/** Lists a folder's files, one per language. At least one must exist. Missing ones count as missing translations. */
export function listLocaleFiles(folder: string, getName: (locale: Locale) => string, findings: Findings) {
  const all = localeCodes.map((locale) => ({ locale, file: join(folder, getName(locale)) }));
  const files = all.filter(({ file }) => existsSync(file));
  if (files.length === 0) findings.problems.push(createFileProblem(folder, createMessage("noLanguage"), "(folder)"));
  else findings.missingTranslations.push(...all.filter((one) => !files.includes(one)).map(({ file }) => file));
  return files;
}

export function readLocales<Schema extends z.ZodType>(
  folder: string,
  schema: Schema,
  findings: Findings,
): ByLocale<FileData<z.output<Schema>>> {
  const entries = listLocaleFiles(folder, (locale) => `${locale}.yaml`, findings).map(
    ({ locale, file }) => [locale, readYaml(file, schema, findings)] as const,
  );
  const dataByLocale = Object.fromEntries(entries.filter(([, data]) => data)) as ByLocale<FileData<z.output<Schema>>>;
  compareFields(dataByLocale, findings);
  return dataByLocale;
}

export type LocalizedField = { path: PropertyKey[]; text: ByLocale<string> };

/**
 * Compares fields by language. A language in which no field has a text is noted as a missing translation. In the other
 * languages, each field without a text is reported.
 * @returns the languages in which a field has a text; all languages if there are no fields
 */
export function checkLanguages(
  fields: readonly LocalizedField[],
  { locate, report }: Pick<FileData<unknown>, "locate" | "report">,
  name: string,
  findings: Findings,
): Locale[] {
  const { missingTranslations } = findings;
  const presentLocales = localeCodes.filter(
    (code) => fields.length === 0 || fields.some(({ text }) => text[code] !== undefined),
  );
  const needed = presentLocales.length > 0 ? presentLocales : localeCodes.slice(0, 1);
  for (const { path, text } of fields)
    compareLanguages(
      mapLocales(text, (one) => ({ text: one, locate: () => locate(path) })),
      findings,
    );
  for (const { path, text } of fields)
    for (const code of needed) if (text[code] === undefined) report(path, createMessage("noWordsOfLanguage", { code }));
  missingTranslations.push(
    ...localeCodes.filter((code) => !presentLocales.includes(code)).map((code) => `${name} (${code})`),
  );
  return presentLocales;
}

export function mapLocales<Value, Result>(
  table: ByLocale<Value>,
  transform: (value: Value) => Result,
): ByLocale<Result> {
  const entries = Object.entries(table).map(([locale, value]) => [locale, transform(value as Value)]);
  return Object.fromEntries(entries) as ByLocale<Result>;
}
