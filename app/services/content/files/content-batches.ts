import { existsSync, readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { toBatchKey } from "../../api/contract/batch-number.ts";
import { limits } from "../../api/contract/form-fields.ts";
import { localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { checkDates } from "../checks/dates.ts";
import { createFileProblem, say, type Findings } from "../checks/problem.ts";
import { batchFileSchema, type BatchFacts, type LocalizedText } from "./batch-schema.ts";
import { readYaml, type FileData } from "./content-file.ts";
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
  // What a visitor types could mean either of two that differ only by hyphens, or by O and 0.
  for (const [first, ...others] of Map.groupBy(numbers, toBatchKey).values())
    for (const number of others)
      findings.problems.push(
        createFileProblem(join(folder, `${number}.yaml`), say("similarNumber", { number: first! })),
      );
  return numbers.flatMap((number) => readBatch(join(folder, `${number}.yaml`), number, items, findings) ?? []);
}

function readBatch(file: string, id: string, items: ReadonlySet<string>, findings: Findings): SourceBatch | undefined {
  // The site converts what visitors type to upper case.
  if (id.length > limits.batchNumber || !/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(id))
    findings.problems.push(createFileProblem(file, say("batchNumber", { max: limits.batchNumber })));
  const data = readYaml(file, batchFileSchema, findings);
  if (!data) return undefined;
  const { value: facts, report } = data;
  const { product, certificate: url } = facts;
  if (!items.has(`product/${product}`)) report(["product"], say("noProduct", { id: product }));
  checkDates(data);
  const shownLocales = listLocales(facts);
  checkWords(data, shownLocales);
  const missingLocales = localeCodes.filter((code) => !shownLocales.includes(code));
  findings.missingTranslations.push(...missingLocales.map((code) => `${file} (${code})`));
  if (url === undefined) return { id, facts, locales: shownLocales };
  report(["certificate"], findFileProblem(url));
  return { id, facts, locales: shownLocales, certificate: { url, size: readPublicFileSize(url) ?? 0 } };
}

type LocalizedField = { path: PropertyKey[]; text: Exclude<LocalizedText, string> };

/** The language of Chinese words. */
const chinese = localeCodes.find((code) => locales[code].language.startsWith("zh"));

/** Lists the fields of a batch that have a text in each language. Chinese words aren't the same in all languages. */
function listLocalizedFields({ origin, region, harvest, note, results }: BatchFacts): LocalizedField[] {
  const fields: [path: PropertyKey[], text: LocalizedText | undefined][] = [
    ...Object.entries({ origin, region, harvest, note }).map(
      ([name, text]) => [[name], text] as [string[], typeof text],
    ),
    ...results.flatMap((row, index) =>
      Object.entries(row).map(([name, text]) => [["results", index, name], text] as [PropertyKey[], typeof text]),
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
function checkWords({ value, report }: FileData<BatchFacts>, shownLocales: readonly Locale[]): void {
  const neededLocales = shownLocales.length > 0 ? shownLocales : localeCodes.slice(0, 1);
  for (const { path, text } of listLocalizedFields(value))
    for (const code of neededLocales) if (text[code] === undefined) report(path, say("noWordsOfLanguage", { code }));
}
