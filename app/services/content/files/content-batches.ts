import { existsSync, readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { partialDatePattern } from "../../api/contract/batches.ts";
import { toBatchKey } from "../../api/contract/batch-number.ts";
import { limits } from "../../api/contract/limits.ts";
import { localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { findDateProblems } from "../checks/dates.ts";
import { createFileProblem, say, type Findings, type Problem } from "../checks/problem.ts";
import { findResultProblems } from "./batch-results.ts";
import { batchFileSchema, type BatchFacts, type LocalizedText } from "./batch-schema.ts";
import { readCheckedYaml, type FileData } from "./content-file.ts";
import type { SourceBatch } from "./content-source.ts";
import { findFileProblem, readPublicFileSize } from "./public-files.ts";

/** Lists the numbers of the batches. Each has a file, whose name is its number. @param folder `batch` in the content folder */
export function listBatchNumbers(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => !entry.isDirectory() && !isIgnored(entry.name) && entry.name.endsWith(".yaml"))
    .map(({ name }) => parse(name).name)
    .sort();
}

/**
 * Reads and checks the batches.
 * @param folder `batch` in the content folder; it needn't exist
 * @param items `kind/id` of every item
 */
export function readBatches(folder: string, items: ReadonlySet<string>, findings: Findings): SourceBatch[] {
  const numbers = listBatchNumbers(folder);
  findings.problems.push(...findSimilarNumbers(folder, numbers));
  return numbers.flatMap((number) => readBatch(folder, number, items, findings) ?? []);
}

/** Finds numbers that differ only by hyphens, or by O and 0. What a visitor types could mean either of them. */
function findSimilarNumbers(folder: string, numbers: readonly string[]): Problem[] {
  return [...Map.groupBy(numbers, toBatchKey).values()].flatMap(([first, ...others]) =>
    others.map((number) => createFileProblem(join(folder, `${number}.yaml`), say("similarNumber", { number: first! }))),
  );
}

function readBatch(
  folder: string,
  id: string,
  items: ReadonlySet<string>,
  { problems, missingTranslations }: Findings,
): SourceBatch | undefined {
  const file = join(folder, `${id}.yaml`);
  // The site converts what visitors type to upper case.
  if (id.length > limits.batchNumber || !/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(id)) {
    problems.push(createFileProblem(file, say("batchNumber", { max: limits.batchNumber })));
    return undefined;
  }
  const data = readCheckedYaml(file, batchFileSchema, { problems, missingTranslations });
  if (!data) return undefined;
  const { product, certificate } = data.value;
  const shownLocales = listLocales(data.value);
  if (!items.has(`product/${product}`))
    problems.push(data.createProblem(["product"], say("noProduct", { id: product })));
  const certificateProblem = certificate && findFileProblem(certificate);
  if (certificateProblem) problems.push(data.createProblem(["certificate"], certificateProblem));
  problems.push(
    ...findDateProblems(data),
    ...findOrderProblems(data),
    ...findResultProblems(data),
    ...findMissingWords(data, shownLocales),
  );
  const missingLocales = localeCodes.filter((code) => !shownLocales.includes(code));
  missingTranslations.push(...missingLocales.map((code) => `${file} (${code})`));
  return { id, facts: data.value, locales: shownLocales, ...readCertificate(data.value) };
}

/** Compares dates with the precision of the shorter one: the month `2026-03` isn't before the day `2026-03-12`. */
function findOrderProblems({ value, createProblem }: FileData<BatchFacts>): Problem[] {
  const { harvest, produced, bestBefore, updated } = value;
  const isBefore = (date: string | undefined) => date !== undefined && date < produced.slice(0, date.length);
  const isLateHarvest =
    typeof harvest === "string" && partialDatePattern.test(harvest) && harvest > produced.slice(0, harvest.length);
  const field = "produced";
  return [
    ...(isLateHarvest ? [createProblem(["harvest"], say("tooLate", { field }))] : []),
    ...(isBefore(bestBefore) ? [createProblem(["bestBefore"], say("tooEarly", { field }))] : []),
    ...(isBefore(updated) ? [createProblem(["updated"], say("tooEarly", { field }))] : []),
  ];
}

function readCertificate({ certificate }: BatchFacts): Pick<SourceBatch, "certificate"> {
  if (certificate === undefined) return {};
  const size = readPublicFileSize(certificate);
  return size === undefined ? {} : { certificate: { url: certificate, size } };
}

type LocalizedField = { path: PropertyKey[]; text: Exclude<LocalizedText, string> };

/** The language of Chinese words. */
const chinese = localeCodes.find((code) => locales[code].language.startsWith("zh"));

/** Lists the fields of a batch that have a text in each language. Chinese words aren't the same in all languages. */
function listLocalizedFields({ origin, harvest, note, results }: BatchFacts): LocalizedField[] {
  const fields: [PropertyKey[], LocalizedText | undefined][] = [
    [["origin"], origin],
    [["harvest"], harvest],
    [["note"], note],
    ...results.flatMap((row, index) =>
      (["test", "limit", "result"] as const).map((field): [PropertyKey[], LocalizedText | undefined] => [
        ["results", index, field],
        row[field],
      ]),
    ),
  ];
  return fields.flatMap(([path, text]) => {
    const hasChinese = typeof text === "string" && /\p{Script=Han}/u.test(text);
    if (hasChinese && chinese) return [{ path, text: { [chinese]: text } }];
    return typeof text === "object" ? [{ path, text }] : [];
  });
}

/** Lists the languages of a batch: those that any of its texts has. A batch of numbers has all. */
function listLocales(batch: BatchFacts): Locale[] {
  const fields = listLocalizedFields(batch);
  return localeCodes.filter((code) => fields.length === 0 || fields.some(({ text }) => text[code] !== undefined));
}

/** Every text must have all languages of the batch, and at least one. */
function findMissingWords({ value, createProblem }: FileData<BatchFacts>, shownLocales: readonly Locale[]): Problem[] {
  const neededLocales = shownLocales.length > 0 ? shownLocales : localeCodes.slice(0, 1);
  return listLocalizedFields(value).flatMap(({ path, text }) =>
    neededLocales
      .filter((code) => text[code] === undefined)
      .map((code) => createProblem(path, say("noWordsOfLanguage", { code }))),
  );
}
