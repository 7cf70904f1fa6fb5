import { join } from "node:path";
import { toBatchKey } from "../../api/contract/batch-number.ts";
import { limits } from "../../api/contract/limits.ts";
import { assessResult } from "../../api/contract/lab-limits.ts";
import { defaultLocale, localeCodes } from "../../../i18n/locales.ts";
import { checkDates } from "../checks/dates.ts";
import { createFileProblem, say, type Findings } from "../checks/problem.ts";
import { batchFileSchema, type BatchFacts } from "./batch-schema.ts";
import { idPatterns } from "./collections.ts";
import { listYamlFiles, readYaml, type FileData } from "./content-file.ts";
import type { SourceBatch } from "./content-source.ts";
import { checkLanguages, type ByLocale, type LocalizedField } from "./locale-files.ts";
import type { PublicFiles } from "./public-files.ts";

/** @param items `kind/id` of every item */
export function readBatches(
  folder: string,
  items: ReadonlySet<string>,
  files: PublicFiles,
  findings: Findings,
): SourceBatch[] {
  const numbers = listYamlFiles(folder);
  // What a visitor types could mean either of two that differ only by hyphens, or by O and 0.
  for (const [first, ...others] of Map.groupBy(numbers, toBatchKey).values())
    for (const number of others)
      findings.problems.push(
        createFileProblem(join(folder, `${number}.yaml`), say("similarNumber", { number: first! })),
      );
  return numbers.flatMap(
    (number) => readBatch(join(folder, `${number}.yaml`), number, { items, files }, findings) ?? [],
  );
}

type Known = { items: ReadonlySet<string>; files: PublicFiles };

function readBatch(file: string, id: string, { items, files }: Known, findings: Findings): SourceBatch | undefined {
  // The site converts what visitors type to upper case.
  if (id.length > limits.batchNumber || !idPatterns.number.test(id))
    findings.problems.push(createFileProblem(file, say("batchNumber", { max: limits.batchNumber })));
  const data = readYaml(file, batchFileSchema, findings);
  if (!data) return undefined;
  const { value: facts, report } = data;
  const { product, certificate: url } = facts;
  if (!items.has(`product/${product}`)) report(["product"], say("noProduct", { id: product }));
  checkDates(data);
  checkResults(file, data, findings);
  const shownLocales = checkLanguages(listLocalizedFields(facts), data, file, findings);
  const batch: SourceBatch = { kind: "batch", id, facts, locales: shownLocales };
  if (url === undefined) return batch;
  report(["certificate"], files.findProblem(url));
  return { ...batch, certificate: { url, size: files.readSize(url) ?? 0 } };
}

/** A batch with a result outside its limit can't be released, unless it was recalled. What a result is judged by should be said. */
function checkResults(file: string, { value: facts, report }: FileData<BatchFacts>, { remarks }: Findings): void {
  const { results, standard, released, recalled } = facts;
  if (results.length > 0 && !standard) remarks.push(createFileProblem(file, say("noStandard"), "standard"));
  if (!released || recalled) return;
  for (const [index, row] of results.entries())
    if (isOutsideLimit(row)) report(["results", index, "result"], say("outsideLimit"));
}

export const isOutsideLimit = (row: BatchFacts["results"][number]): boolean =>
  localeCodes.some((locale) => {
    const [test, limit, result] = [row.test, row.limit, row.result].map(
      (text) => text?.[locale] ?? text?.[defaultLocale],
    );
    return assessResult({ test: test ?? "", limit, result: result ?? "" }).isWithin === false;
  });

/** Lists the texts of a batch. One without Chinese characters after the first language, such as a number, is the same in all. */
function listLocalizedFields({
  origin,
  region,
  harvest,
  note,
  results,
  standard,
  recalled,
}: BatchFacts): LocalizedField[] {
  const fields: { path: PropertyKey[]; text: ByLocale<string> | undefined }[] = [
    ...Object.entries({ origin, region, harvest, note, standard }).map(([name, text]) => ({ path: [name], text })),
    { path: ["recalled", "reason"], text: recalled?.reason },
    { path: ["recalled", "advice"], text: recalled?.advice },
    ...results.flatMap((row, index) =>
      Object.entries(row).map(([name, text]) => ({ path: ["results", index, name], text })),
    ),
  ];
  return fields.flatMap(({ path, text }) => (text && !isSameInAll(text) ? [{ path, text }] : []));
}

export function isSameInAll({ [defaultLocale]: text, ...others }: ByLocale<string>): boolean {
  return text !== undefined && Object.keys(others).length === 0 && !/\p{Script=Han}/u.test(text);
}
