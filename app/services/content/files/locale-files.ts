import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { createFileProblem, say, type Findings } from "../checks/problem.ts";
import { readCheckedYaml, type FileData } from "./content-file.ts";

/** Values by language, for those languages that have a file. */
export type ByLocale<Value> = Partial<Record<Locale, Value>>;

/** Reads and checks a folder with a YAML file for each language, of which one is required. */
export function readLocales<Schema extends z.ZodType>(
  folder: string,
  schema: Schema,
  findings: Findings,
): ByLocale<FileData<z.output<Schema>>> {
  const files = localeCodes.map((locale) => ({ locale, file: join(folder, `${locale}.yaml`) }));
  const existingFiles = files.filter(({ file }) => existsSync(file));
  const missingFiles = files.filter((file) => !existingFiles.includes(file));
  findings.missingTranslations.push(...missingFiles.map(({ file }) => file));
  if (existingFiles.length === 0) findings.problems.push(createFileProblem(folder, say("noLanguage"), "(folder)"));
  const entries = existingFiles.map(({ locale, file }) => [locale, readCheckedYaml(file, schema, findings)] as const);
  return Object.fromEntries(entries.filter(([, data]) => data)) as ByLocale<FileData<z.output<Schema>>>;
}

/** Returns the values of all languages, transformed. */
export function mapLocales<Value, Result>(
  table: ByLocale<Value>,
  transform: (value: Value) => Result,
): ByLocale<Result> {
  return Object.fromEntries(
    Object.entries(table).map(([locale, value]) => [locale, transform(value as Value)]),
  ) as ByLocale<Result>;
}

/** Returns the values of the files of all languages. */
export function getValues<Value>(files: ByLocale<FileData<Value>>): ByLocale<Value> {
  return mapLocales(files, ({ value }) => value);
}
