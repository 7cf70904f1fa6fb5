import { join } from "node:path";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { readYaml, type FileData, type Problem } from "./content-file.ts";
import { herbFactsSchema } from "./content-schema.ts";
import type { Herb } from "./content-source.ts";
import { didYouMean } from "../checks/nearest.ts";

type HerbNames = Partial<Record<Locale, Record<string, string>>>;

/** The names of the herbs in a language. */
export type HerbNamesFile = FileData<Record<string, string>>;

/** Finds names whose herb has no facts, so that nothing shows them. Each is reported once, for the first file that has it. */
function findUnknownNames(known: readonly string[], files: readonly HerbNamesFile[]): Problem[] {
  const ids = new Set(known);
  return files.flatMap(({ value, createProblem }) => {
    // Only a herb that has no name yet may be the one that was meant.
    const unnamed = known.filter((id) => !Object.hasOwn(value, id));
    return Object.keys(value).flatMap((id) => {
      if (ids.has(id)) return [];
      ids.add(id);
      const guess = didYouMean(id, unnamed) || ": add it there, or remove it here";
      return [createProblem([id], `isn't in herbs/facts.yaml${guess}`)];
    });
  });
}

/**
 * Reads the herbs from the files of `folder`.
 * @param names names of herbs in each language
 * @param files the files of these names
 */
export function readHerbs(folder: string, names: HerbNames, files: readonly HerbNamesFile[]) {
  const facts = readYaml(join(folder, "facts.yaml"), herbFactsSchema);
  const problems: Problem[] = [...facts.problems];
  if (facts.data) problems.push(...findUnknownNames(Object.keys(facts.data.value), files));
  const missingTranslations: string[] = [];
  const herbs = new Map<string, Herb>();
  for (const [id, fact] of Object.entries(facts.data?.value ?? {})) {
    herbs.set(id, { ...fact, names: listNames(id, names) });
    for (const [locale, table] of Object.entries(names)) {
      if (!table[id]) missingTranslations.push(`${join(folder, `${locale}.yaml`)}: ${id}`);
    }
  }
  if (facts.data) addBrokenHerbs(herbs, [facts.data, ...files]);
  return { herbs, problems, missingTranslations };
}

/** Adds herbs that have a mistake of their own, so that references to them aren't reported too. */
function addBrokenHerbs(herbs: Map<string, Herb>, files: readonly FileData<object>[]): void {
  for (const id of files.flatMap(({ value }) => Object.keys(value)))
    if (!herbs.has(id)) herbs.set(id, { latin: id, species: id, part: id, aliases: [], names: {} });
}

function listNames(id: string, names: HerbNames): Herb["names"] {
  return Object.fromEntries(localeCodes.flatMap((locale) => (names[locale] ? [[locale, names[locale][id]]] : [])));
}
