import { join } from "node:path";
import { defaultLocale, localeCodes } from "#app/i18n/locales.ts";
import { toBatchKey } from "#app/services/api/contract/batches/batch-number.ts";
import { getBatchState, getDay } from "#app/services/api/contract/batches/batch-state.ts";
import { assessResult, simplifyTestName, writeLimitSign } from "#app/services/api/contract/batches/lab-limits.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { checkDates } from "#app/services/content/checks/dates.ts";
import { findEdition, getEditionInForce } from "#app/services/content/checks/pharmacopoeia-editions.ts";
import { idPatterns } from "#app/services/content/files/collections.ts";
import { listYamlFiles, readYaml, type FileData } from "#app/services/content/files/content-file.ts";
import type { SourceBatch, SourceItem } from "#app/services/content/files/content-source.ts";
import { readDownload } from "#app/services/content/files/downloads.ts";
import type { PublicFiles } from "#app/services/content/files/public-files.ts";
import { batchFileSchema, type BatchFacts } from "#app/services/content/files/schemas/batch-schema.ts";
import { createFileProblem, createMessage, type Findings } from "#app/services/content/problems/problem.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { checkLanguages, findText, type ByLocale, type LocalizedField } from "./locale-files.ts";

/** `references`: `kind/id` of every item. `products`: those that could be read, by id. */
type Sources = {
  references: ReadonlySet<string>;
  products: ReadonlyMap<string, SourceItem>;
  files: PublicFiles;
};

export function readBatches(folder: string, sources: Sources, findings: Findings): SourceBatch[] {
  const numbers = listYamlFiles(folder);
  // Numbers that differ only by hyphens, or by O and 0, are reported, because visitors don't distinguish them.
  for (const [first, ...others] of Map.groupBy(numbers, toBatchKey).values())
    for (const number of others)
      findings.problems.push(
        createFileProblem(join(folder, `${number}.yaml`), createMessage("similarNumber", { number: first! })),
      );
  const batches = numbers.flatMap(
    (number) => readBatch(join(folder, `${number}.yaml`), number, sources, findings) ?? [],
  );
  remarkOutdated(folder, batches, findings);
  remarkSharedCertificates(folder, batches, findings);
  return batches;
}

function readBatch(
  file: string,
  id: string,
  { references, products, files }: Sources,
  findings: Findings,
): SourceBatch | undefined {
  // A number must be in upper case, because the site converts typed numbers to it.
  if (id.length > limits.batchNumber || !idPatterns.number.test(id))
    findings.problems.push(createFileProblem(file, createMessage("batchNumber", { max: limits.batchNumber })));
  const data = readYaml(file, batchFileSchema, findings);
  if (!data) return undefined;
  const { report } = data;
  const { product, certificate: url } = data.value;
  const facts = { ...data.value, results: applyProductLimits(data.value, products.get(product)) };
  if (!references.has(`product/${product}`)) report(["product"], createMessage("noProduct", { id: product }));
  checkDates(data);
  checkResults(file, { ...data, value: facts }, findings);
  const shownLocales = checkLanguages(omitUntranslated(listLocalizedFields(facts)), data, file, findings);
  // A recall is published in the languages that it has.
  for (const field of listRecallTexts(facts)) checkLanguages([field], data, file, findings);
  const batch: SourceBatch = { kind: "batch", id, facts, locales: shownLocales };
  if (url === undefined) return batch;
  const certificate = readDownload({ url }, ["certificate"], data, files, findings);
  return { ...batch, certificate };
}

/** Fields that a released batch should have, with the remark on a missing one. */
const releaseFields = [
  ["results", "noResults"],
  ["tested", "noTestDate"],
  ["bestBefore", "noBestBefore"],
  ["certificate", "noCertificate"],
] as const;

/**
 * Reports results outside their limit, or not compared and not accepted, if the batch is released and not recalled. Adds
 * a remark on each other result that isn't compared, each missing field of a released batch, and a missing or outdated
 * standard.
 */
function checkResults(
  file: string,
  { value: facts, locate, report }: FileData<BatchFacts>,
  { remarks }: Findings,
): void {
  const { results, standard, released, recalled, produced } = facts;
  if (results.length > 0 && !standard) remarks.push(createFileProblem(file, createMessage("noStandard"), "standard"));
  const [edition, current] = [findOldestEdition(standard), getEditionInForce(produced)];
  if (results.length > 0 && edition && current && edition < current)
    remarks.push({ ...locate(["standard"]), message: createMessage("oldStandard", { edition, current, produced }) });
  if (recalled) return;
  if (released)
    for (const [field, key] of releaseFields)
      if (!facts[field]?.length) remarks.push(createFileProblem(file, createMessage(key), field));
  for (const [index, row] of results.entries())
    if (differsByLanguage(row)) report(["results", index, "result"], createMessage("resultsDiffer"));
    else if (isOutsideLimit(row))
      report(["results", index, "result"], released ? createMessage("outsideLimit") : undefined);
    else if (isNotCompared(row) && !row.accepted) {
      const place = ["results", index, "result"];
      if (released) report(place, createMessage("notAccepted", nameResult(row)));
      else remarks.push({ ...locate(place), message: createMessage("notCompared", nameResult(row)), sentence: "" });
    }
}

/** Names a result with its limit. */
function nameResult({ test, limit = {}, result }: FileResult) {
  const [name, limitText, resultText] = [test, limit, result].map((texts) => [...new Set(Object.values(texts))]);
  return { test: name!.join(" · "), limit: limitText!.join(" · ") || "—", result: resultText!.join(" · ") };
}

/** Returns the oldest edition that the standard names in any language. */
function findOldestEdition(standard: BatchFacts["standard"] = {}): number | undefined {
  const found = Object.values(standard).flatMap((text) => findEdition(text) ?? []);
  return found.length > 0 ? Math.min(...found) : undefined;
}

type FileResult = BatchFacts["results"][number];

export const isOutsideLimit = (row: FileResult): boolean =>
  listTranslations(row).some((one) => assessResult(one).isWithin === false);

/** Whether a result can't be compared with its limit in some language, and isn't outside it in another. */
export const isNotCompared = (row: FileResult): boolean =>
  !isOutsideLimit(row) && listTranslations(row).some((one) => assessResult(one).isWithin === undefined);

/** Whether the languages have other numbers, or one of them is within the limit and another isn't. */
function differsByLanguage(row: FileResult): boolean {
  const readNumbers = (text: string | undefined) => (text?.replaceAll(",", "").match(/\d+(?:\.\d+)?/g) ?? []).join();
  const getKeys = [
    ({ result }: ReturnType<typeof listTranslations>[number]) => readNumbers(result),
    (one: ReturnType<typeof listTranslations>[number]) => String(assessResult(one).isWithin),
  ];
  return getKeys.some((getKey) => new Set(listTranslations(row).map(getKey)).size > 1);
}

/**
 * Replaces a limit by the one that the product's page states for the same test, if the result is outside that one.
 */
function applyProductLimits({ results }: BatchFacts, product: SourceItem | undefined): FileResult[] {
  const { translations = {} } = product ?? {};
  const specs = Object.values(translations).flatMap(({ words }) => ("specs" in words ? (words.specs ?? []) : []));
  return results.map((row) => {
    const names = Object.values(row.test).map(simplifyTestName);
    const stated = specs
      .filter(({ label }) => names.includes(simplifyTestName(label)))
      .map(({ value }) => writeLimitSign(value));
    const result = findText(row.result, defaultLocale) ?? "";
    const broken = stated.find((limit) => assessResult({ test: "", limit, result }).isWithin === false);
    return broken === undefined ? row : { ...row, limit: { [defaultLocale]: broken } };
  });
}

const listTranslations = (row: FileResult) =>
  localeCodes.map((locale) => {
    const [test = "", limit, result = ""] = [row.test, row.limit, row.result].map(
      (text) => text && findText(text, locale),
    );
    return { test, limit, result };
  });

/** Adds a remark on each certificate that several batches name. */
function remarkSharedCertificates(folder: string, batches: readonly SourceBatch[], { remarks }: Findings): void {
  const withCertificate = batches.filter(({ certificate }) => certificate);
  for (const [first, ...others] of Map.groupBy(withCertificate, ({ certificate }) => certificate!.url).values())
    for (const { id } of others)
      remarks.push(
        createFileProblem(
          join(folder, `${id}.yaml`),
          createMessage("sameCertificate", { number: first!.id }),
          "certificate",
        ),
      );
}

/** Adds a remark on a product, or on the whole site, if all its public batches are expired or recalled. */
function remarkOutdated(folder: string, batches: readonly SourceBatch[], { remarks }: Findings): void {
  const { OWNER_TIME_ZONE } = readEnvironment({ OWNER_TIME_ZONE: process.env["OWNER_TIME_ZONE"] });
  const today = getDay(Date.now(), OWNER_TIME_ZONE);
  const isUnusable = ({ facts }: SourceBatch) =>
    ["expired", "recalled"].includes(getBatchState({ ...facts, results: [] }, today));
  const publicBatches = batches.filter(({ facts }) => !facts.draft);
  if (publicBatches.length > 0 && publicBatches.every(isUnusable))
    remarks.push(createFileProblem(folder, createMessage("noCurrentBatches"), "(folder)"));
  for (const productBatches of Map.groupBy(publicBatches, ({ facts }) => facts.product).values()) {
    const [newest] = productBatches.toSorted((a, b) => b.facts.produced.localeCompare(a.facts.produced));
    if (productBatches.every(isUnusable))
      remarks.push(
        createFileProblem(join(folder, `${newest!.id}.yaml`), createMessage("noCurrentBatch"), "bestBefore"),
      );
  }
}

/**
 * Lists the fields that each language needs. Omits a first-language text without Chinese characters, such as a number,
 * because it serves all languages.
 */
function listLocalizedFields(facts: BatchFacts): LocalizedField[] {
  const { results } = facts;
  const names = ["origin", "region", "harvest", "note", "standard"] as const;
  const fields: { path: PropertyKey[]; text: ByLocale<string> | undefined }[] = [
    ...names.map((name) => ({ path: [name], text: facts[name] })),
    ...results.flatMap((row, index) =>
      (["test", "limit", "result"] as const).map((name) => ({ path: ["results", index, name], text: row[name] })),
    ),
  ];
  return fields.flatMap(({ path, text }) => (text && !isSameInAllLanguages(text) ? [{ path, text }] : []));
}

function listRecallTexts({ recalled, formerRecalls = [] }: BatchFacts): LocalizedField[] {
  const list = <Recall extends object>(path: PropertyKey[], recall: Recall, names: (keyof Recall)[]) =>
    names.map((name) => ({ path: [...path, name], text: recall[name] as ByLocale<string> }));
  return [
    ...(recalled ? list(["recalled"], recalled, ["reason", "advice"]) : []),
    ...formerRecalls.flatMap((recall, index) => list(["formerRecalls", index], recall, ["reason", "endReason"])),
  ];
}

/**
 * Omits the texts in languages into which only some of the results are translated. The batch is then shown in the other
 * language, because a laboratory's report is often in one.
 */
function omitUntranslated(fields: readonly LocalizedField[]): LocalizedField[] {
  const results = fields.filter(({ path }) => path[0] === "results");
  const translated = localeCodes.filter((code) => results.every(({ text }) => text[code] !== undefined));
  if (translated.length === 0) return [...fields];
  const select = (text: ByLocale<string>) =>
    Object.fromEntries(translated.flatMap((code) => (text[code] === undefined ? [] : [[code, text[code]]])));
  return fields.map(({ path, text }) => ({ path, text: select(text) }));
}

export function isSameInAllLanguages({ [defaultLocale]: text, ...others }: ByLocale<string>): boolean {
  return text !== undefined && Object.keys(others).length === 0 && !/\p{Script=Han}/u.test(text);
}
