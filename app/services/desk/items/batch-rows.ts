import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defaultLocale, localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { writeLimitSign } from "#app/services/api/contract/batches/lab-limits.ts";
import { listYamlFiles } from "#app/services/content/files/content-file.ts";
import { readFields } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { resultSchema } from "#app/services/content/files/schemas/batch-schema.ts";
import { isSameInAllLanguages } from "#app/services/content/reading/content-batches.ts";
import { mapLocales, type ByLocale } from "#app/services/content/reading/locale-files.ts";
import type { BatchResult } from "./lab-table.ts";

type Words = ByLocale<string>;

const fields = ["test", "limit", "result"] as const;

/** Formats a row for the form, with limit and result in the first language, and a dash if there is no limit. */
export function formatRow({ test, limit, result }: BatchResult): string {
  const names = localeCodes.map((code) => test[code]);
  const cells = [...names, limit ? limit[defaultLocale] : "—", result[defaultLocale]];
  // Cells are separated by bars, because phones have no tab key.
  return cells.map((text = "") => text.replace(/\s+/g, " ")).join(" | ");
}

/** @returns `undefined` if the file or a result in it is invalid */
export function readResults(text: string): BatchResult[] | undefined {
  return z.object({ results: z.array(resultSchema).default([]) }).safeParse(readFields(text)).data?.results;
}

/** Whether each locale has the words in its language or in one of its fallbacks. */
export const isTranslated = (words: Words): boolean =>
  isSameInAllLanguages(words) ||
  localeCodes.every((code) => [code, ...locales[code].fallbacks].some((one: Locale) => words[one]));

const listWords = (row: BatchResult) =>
  fields.flatMap((field) =>
    row[field] ? [{ field, words: row[field], key: `${field} ${row[field][defaultLocale]}` }] : [],
  );

/**
 * Adds missing words from the translations in `ownResults`, then in other batches. Their files are read one by one, the
 * last number first, until all words are known.
 */
export async function addKnownWords(root: string, rows: readonly BatchResult[], ownResults: readonly BatchResult[]) {
  const known = new Map<string, Words>();
  const addTranslations = (results: readonly BatchResult[]) => {
    for (const { words, key } of results.flatMap(listWords))
      if (isTranslated(words)) known.set(key, { ...words, ...known.get(key) });
  };
  const find = (field: string, words: Words): Words | undefined => {
    const text = words[defaultLocale] ?? "";
    // A symbol in brackets, as in 铅（Pb）, is the same in all languages.
    const [, name, symbol] = /^(.*\p{Script=Han})\s*[(（]([^\p{Script=Han}()（）]+)[)）]$/u.exec(text) ?? [];
    const named = known.get(`${field} ${name}`);
    const limit = field === "limit" ? writeLimitSign(text) : "";
    if (limit && !/\p{Script=Han}/u.test(limit))
      return Object.fromEntries(localeCodes.map((code) => [code, code === defaultLocale ? text : limit]));
    return known.get(`${field} ${text}`) ?? (named && mapLocales(named, (one) => `${one} (${symbol})`));
  };
  const add = (row: BatchResult): BatchResult => ({
    ...row,
    ...Object.fromEntries(
      listWords(row).map(({ field, words }) => [
        field,
        isSameInAllLanguages(words) ? words : { ...find(field, words), ...words },
      ]),
    ),
  });
  addTranslations(ownResults);
  const folder = join(root, "batch");
  for (const number of listYamlFiles(folder).toReversed()) {
    const words = rows.map(add).flatMap(listWords);
    if (words.every((one) => isTranslated(one.words))) break;
    addTranslations(readResults(await readFile(join(folder, `${number}.yaml`)).then(decodeText, () => "")) ?? []);
  }
  return rows.map(add);
}
