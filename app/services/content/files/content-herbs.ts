import { join } from "node:path";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { say, type Findings } from "../checks/problem.ts";
import { readCheckedYaml, type FileData } from "./content-file.ts";
import { herbFactsSchema, herbNamesSchema } from "./content-schema.ts";
import type { Herb } from "./content-source.ts";
import { getValues, readLocales, type ByLocale } from "./locale-files.ts";

type NameTable = Record<string, string>;

/** Reads and checks the herbs from the files of `folder`: facts, and names in each language. */
export function readHerbs(folder: string, findings: Findings): Map<string, Herb> {
  const files = readLocales(folder, herbNamesSchema, findings);
  const names = getValues(files);
  const facts = readCheckedYaml(join(folder, "facts.yaml"), herbFactsSchema, findings);
  // Without the facts it isn't known which herbs there are.
  if (!facts) return new Map();
  reportUnknownNames(new Set(Object.keys(facts.value)), Object.values(files), findings);
  const herbs = new Map<string, Herb>();
  for (const [id, fact] of Object.entries(facts.value)) {
    herbs.set(id, { ...fact, names: listNames(id, names) });
    for (const [locale, table] of Object.entries(names)) {
      if (!table[id]) findings.missingTranslations.push(`${join(folder, `${locale}.yaml`)}: ${id}`);
    }
  }
  return herbs;
}

/** Reports names whose herb has no facts, so that nothing shows them. Each is reported once, for the first file that has it. */
function reportUnknownNames(knownIds: Set<string>, files: readonly FileData<NameTable>[], findings: Findings): void {
  for (const { value, createProblem } of files)
    for (const id of Object.keys(value)) {
      if (!knownIds.has(id)) findings.problems.push(createProblem([id], say("noHerb", { herb: id })));
      knownIds.add(id);
    }
}

function listNames(id: string, names: ByLocale<NameTable>): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    localeCodes.flatMap((locale) => (names[locale] ? [[locale, names[locale][id]]] : [])),
  ) as Partial<Record<Locale, string>>;
}
