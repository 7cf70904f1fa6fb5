import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { defaultLocale, localeCodes } from "../../i18n/locales.ts";
import { resultSchema, type BatchFacts } from "../content/files/batch-schema.ts";
import { isSameInAll } from "../content/files/content-batches.ts";
import { listYamlFiles } from "../content/files/content-file.ts";
import type { ByLocale } from "../content/files/locale-files.ts";

export type BatchResult = BatchFacts["results"][number];

type Words = ByLocale<string>;

const fields = ["test", "limit", "result"] as const;

/** The columns of a spreadsheet: the test in each language, its limit and its result. */
const columnCount = localeCodes.length + 2;

/** Stands between the words of two languages in one cell: `应澄清 // Clear`. */
const divider = " // ";

function splitCells(line: string): string[] {
  if (line.includes("\t")) return line.split("\t").map((cell) => cell.trim());
  const cells = line.replace(/^\s*[|｜]|[|｜]\s*$/g, "").split(/[|｜]/);
  return cells.length > 1 ? cells.map((cell) => cell.trim()) : line.trim().split(/\s{2,}/);
}

/** A batch has some ten tests. More rows would hold up everybody else while they are compared. */
export const maxRows = 300;

const isHeading = (cells: readonly string[]): boolean =>
  /^(?:检[验测查]|实测)?结[果论]$|^results?$/i.test(cells.findLast(Boolean) ?? "");

function readWords(cell = ""): Words {
  const parts = cell.split(divider).map((part) => part.trim());
  return Object.fromEntries(localeCodes.flatMap((code, index) => (parts[index] ? [[code, parts[index]]] : [])));
}

/** Reads the rows of a spreadsheet, or of a table in Markdown. `row` is missing if its columns can't be told apart. */
export function parseRows(text: string): { line: string; row?: BatchResult }[] {
  const lines = text.split(/\r?\n/).filter((line) => /[^\s|｜:-]/.test(line));
  const table = lines.map((line) => ({ line, cells: splitCells(line) })).filter(({ cells }) => !isHeading(cells));
  // Only the Chinese names of the tests may be given.
  const isShort = table.every(({ cells }) => !cells.slice(3).some(Boolean));
  return table.map(({ line, cells }) => {
    const count = isShort ? 3 : cells.length;
    if (cells.length < count || ![3, columnCount].includes(count)) return { line };
    const test = cells.slice(0, count - 2).join(divider);
    const [limit, result] = cells.slice(count - 2, count);
    return {
      line,
      row: { test: readWords(test), ...(limit && { limit: readWords(limit) }), result: readWords(result) },
    };
  });
}

/** A row for a form. Of limit and result it has the words of the first language. A phone has no key for a tab. */
export function formatRow({ test, limit, result }: BatchResult): string {
  const names = localeCodes.map((code) => test[code]);
  const cells = [...names, limit?.[defaultLocale], result[defaultLocale]];
  return cells.map((text = "") => text.replace(/\s+/g, " ")).join(" | ");
}

/** @returns `undefined` if the file, or a result, isn't valid */
export function readResults(text: string): BatchResult[] | undefined {
  try {
    return z.object({ results: z.array(resultSchema).default([]) }).parse(parse(text)).results;
  } catch {
    return undefined;
  }
}

export const isTranslated = (words: Words): boolean => isSameInAll(words) || localeCodes.every((code) => words[code]);

const listWords = (row: BatchResult) =>
  fields.flatMap((field) =>
    row[field] ? [{ field, words: row[field], key: `${field} ${row[field][defaultLocale]}` }] : [],
  );

/**
 * Adds words that are missing, by what the batch, or another one, says in other languages for the same words. The files are read one
 * after another, the last number first, until all words are known.
 */
export async function addKnownWords(root: string, rows: readonly BatchResult[], own: readonly BatchResult[]) {
  const known = new Map<string, Words>();
  const learn = (results: readonly BatchResult[]) => {
    for (const { words, key } of results.flatMap(listWords))
      if (isTranslated(words) && !known.has(key)) known.set(key, words);
  };
  const add = (row: BatchResult): BatchResult => ({
    ...row,
    ...Object.fromEntries(
      listWords(row).map(({ field, words, key }) => [
        field,
        isTranslated(words) ? words : { ...known.get(key), ...words },
      ]),
    ),
  });
  learn(own);
  const folder = join(root, "batch");
  for (const number of listYamlFiles(folder).toReversed()) {
    if (
      rows
        .map(add)
        .flatMap(listWords)
        .every(({ words }) => isTranslated(words))
    )
      break;
    learn(readResults(await readFile(join(folder, `${number}.yaml`), "utf8").catch(() => "")) ?? []);
  }
  return rows.map(add);
}
