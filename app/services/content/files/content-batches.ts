import { existsSync, readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { partialDatePattern } from "../../api/contract/batches.ts";
import { toBatchId, toBatchKey } from "../../api/contract/batch-number.ts";
import { limits } from "../../api/contract/limits.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { findResultProblems } from "./batch-results.ts";
import { batchFileSchema, type BatchFacts, type LocalizedText } from "./batch-schema.ts";
import { readYaml, type FileData, type Problem } from "./content-file.ts";
import type { SourceBatch } from "./content-source.ts";
import { findOriginal, toItemId } from "./item-folders.ts";
import { findTimeProblems } from "../compile/item-times.ts";
import { didYouMean } from "../checks/nearest.ts";
import { findFileProblems, readPublicFileSize } from "./public-files.ts";
import { findNewReference } from "./site-paths.ts";
import { isChinese } from "../checks/wrong-language.ts";

/** The batches of a content folder, with their problems. */
type BatchesResult = {
  batches: SourceBatch[];
  /** Numbers of all batches, including those with mistakes. */
  numbers: string[];
  problems: Problem[];
  missingTranslations: string[];
};

/**
 * Reads and checks the batches. Each has a file, whose name is its number.
 * @param folder `batch` in the content folder; it needn't exist
 * @param items `kind/id` of every item
 * @param moved new paths of items by the old ones
 */
export function readBatches(
  folder: string,
  items: ReadonlySet<string>,
  moved: ReadonlyMap<string, string> = new Map(),
): BatchesResult {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const files = entries.filter(
    (entry) => !entry.isDirectory() && !isIgnored(entry.name) && entry.name.endsWith(".yaml"),
  );
  const numbers = files.map(({ name }) => parse(name).name).sort();
  const result: BatchesResult = { batches: [], numbers, problems: [], missingTranslations: [] };
  for (const number of numbers) readBatch(join(folder, `${number}.yaml`), number, { items, moved }, result);
  result.problems.push(...findSimilarNumbers(folder, numbers));
  return result;
}

/** Finds numbers that differ only by hyphens, or by O and 0. What a visitor types could mean either of them. */
function findSimilarNumbers(folder: string, numbers: readonly string[]): Problem[] {
  return [...Map.groupBy(numbers, toBatchKey).values()].flatMap(([first, ...others]) =>
    others.map((number) => {
      const message = `can't be told from ${first}, because visitors may leave out hyphens and type O for 0: rename one of the two`;
      return { file: join(folder, `${number}.yaml`), line: 1, field: "(file)", message };
    }),
  );
}

/** `kind/id` of every item, and new paths of items by the old ones. */
type Products = { items: ReadonlySet<string>; moved: ReadonlyMap<string, string> };

function readBatch(file: string, id: string, products: Products, result: BatchesResult): void {
  const name = findNumberProblem(id);
  if (name !== undefined) {
    result.problems.push({ file, line: 1, field: "(file)", message: name });
    return;
  }
  const { data, rawData, problems } = readYaml(file, batchFileSchema);
  result.problems.push(...problems);
  if (rawData) {
    result.problems.push(...findTimeProblems(rawData), ...findProductProblems(rawData, products));
  }
  if (!data) return;
  const { locales: shownLocales, problems: wordProblems } = checkWords(data);
  result.problems.push(
    ...findDateProblems(data),
    ...findResultProblems(data),
    ...findCertificateProblems(data),
    ...wordProblems,
  );
  const missingLocales = localeCodes.filter((code) => !shownLocales.includes(code));
  result.missingTranslations.push(...missingLocales.map((code) => `${file} (${code})`));
  result.batches.push({ id, facts: data.value, locales: shownLocales, ...readCertificate(data.value) });
}

/** Checks the name of a file. Numbers have only upper-case letters, because the site converts what visitors type to upper case. */
function findNumberProblem(number: string): string | undefined {
  if (number.length > limits.batchNumber)
    return `is named after the number of the batch: ${limits.batchNumber} characters at most`;
  if (/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(number)) return undefined;
  const original = findOriginal(number);
  if (original !== undefined) return `is a copy of ${original}.yaml: remove it, or name it after a number of its own`;
  const guess = toBatchId(number);
  const hint = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(guess) ? `: rename it to ${guess}.yaml` : "";
  return `is named after the number of the batch, with capital letters, digits and hyphens alone${hint}`;
}

function findProductProblems({ value, createProblem }: FileData<unknown>, { items, moved }: Products): Problem[] {
  const { product } = (value ?? {}) as { product?: unknown };
  if (typeof product !== "string" || items.has(`product/${product}`)) return [];
  if (items.has(product))
    return [createProblem(["product"], `is the id alone: write ${product.slice("product/".length)}`)];
  const [newKind, newId] = findNewReference("product", product, moved)?.split("/") ?? [];
  if (newKind === "product") return [createProblem(["product"], `${product} was renamed: write ${newId}`)];
  // Somebody may write the name of the product instead.
  const id = toItemId(product);
  if (items.has(`product/${id}`)) return [createProblem(["product"], `there is no product ${product}: write ${id}`)];
  const ids = [...items].flatMap((item) => (item.startsWith("product/") ? item.slice("product/".length) : []));
  return [createProblem(["product"], `there is no product ${product}${didYouMean(product, ids)}`)];
}

/** Compares dates with the precision of the shorter one: the month `2026-03` isn't before the day `2026-03-12`. */
function findDateProblems({ value, createProblem }: FileData<BatchFacts>): Problem[] {
  const { harvest, produced, bestBefore, updated } = value;
  const isBefore = (date: unknown, other: string) => typeof date === "string" && date < other.slice(0, date.length);
  const isAfter = (date: unknown, other: string) =>
    typeof date === "string" && partialDatePattern.test(date) && date > other.slice(0, date.length);
  return [
    ...(isAfter(harvest, produced) ? [createProblem(["harvest"], "must not be later than `produced`")] : []),
    ...(isBefore(bestBefore, produced) ? [createProblem(["bestBefore"], "must not be earlier than `produced`")] : []),
    ...(isBefore(updated, produced) ? [createProblem(["updated"], "must not be earlier than `produced`")] : []),
  ];
}

function findCertificateProblems({ value: { certificate }, createProblem }: FileData<BatchFacts>): Problem[] {
  if (certificate === undefined) return [];
  return findFileProblems(certificate).map((message) => createProblem(["certificate"], message));
}

function readCertificate({ certificate }: BatchFacts): Pick<SourceBatch, "certificate"> {
  if (certificate === undefined) return {};
  const size = readPublicFileSize(certificate);
  return size === undefined ? {} : { certificate: { url: certificate, size } };
}

type LocalizedField = { path: PropertyKey[]; text: LocalizedText; isPlain?: boolean };

/** The language of Chinese words. */
const chinese = localeCodes.find(isChinese);

/** Lists the fields of a batch that have a text in each language. Chinese words aren't the same in all languages. */
function listLocalizedFields({ origin, harvest, note, results }: BatchFacts): LocalizedField[] {
  const fields: [PropertyKey[], LocalizedText | undefined][] = [
    [["origin"], origin],
    [["harvest"], harvest],
    [["note"], note],
    ...results.flatMap(({ test, limit, result }, index): [PropertyKey[], LocalizedText | undefined][] => [
      [["results", index, "test"], test],
      [["results", index, "limit"], limit],
      [["results", index, "result"], result],
    ]),
  ];
  return fields.flatMap(([path, text]): LocalizedField[] => {
    const hasChinese = typeof text === "string" && /\p{Script=Han}/u.test(text);
    if (hasChinese && chinese) return [{ path, text: { [chinese]: text }, isPlain: true }];
    return typeof text === "object" ? [{ path, text }] : [];
  });
}

function isOnlyChinese(words: string | undefined): boolean {
  return words !== undefined && /\p{Script=Han}/u.test(words) && !/\p{Script=Latin}/u.test(words);
}

/** Finds the languages of a batch. Every localized field must have all of them. */
function checkWords({ value, createProblem }: FileData<BatchFacts>): { locales: Locale[]; problems: Problem[] } {
  const fields = listLocalizedFields(value);
  const hasText = (text: LocalizedText, code: Locale) => typeof text === "object" && text[code] !== undefined;
  const shownLocales = localeCodes.filter(
    (code) => fields.length === 0 || fields.some(({ text }) => hasText(text, code)),
  );
  const problems = fields.flatMap(({ path, text, isPlain }) =>
    shownLocales
      .filter((code) => !hasText(text, code))
      .map((code) => {
        const remedy = isPlain ? `write it after \`${chinese}:\`, and the other words after \`${code}:\`` : "add it";
        return createProblem(path, `has no \`${code}:\`, which other words of this file have: ${remedy}`);
      }),
  );
  const untranslated = fields.flatMap(({ path, text }) =>
    shownLocales
      .filter((code) => !isChinese(code) && typeof text === "object" && isOnlyChinese(text[code]))
      .map((code) => createProblem([...path, code], `is in Chinese: write the translation after \`${code}:\``)),
  );
  const isEmpty = ({ text }: LocalizedField) => Object.keys(text).length === 0;
  const empty = fields.filter((field) => shownLocales.length === 0 && isEmpty(field));
  return {
    locales: shownLocales,
    problems: [...problems, ...untranslated, ...empty.map(({ path }) => createProblem(path, "has no words"))],
  };
}
