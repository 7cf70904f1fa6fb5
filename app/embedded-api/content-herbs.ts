import { join } from "node:path";
import { localeCodes, type Locale } from "../i18n/locales.ts";
import { paths } from "../platform/paths.ts";
import { readYaml, type Problem } from "./content-file.ts";
import { herbFactsSchema, platesSchema } from "./content-schema.ts";
import type { Herb } from "./content-source.ts";
import { findPlateNameProblems } from "./drawn-plates.ts";

type HerbNames = Partial<Record<Locale, Record<string, string>>>;

/**
 * Reads the herbs from the files of `folder`.
 * @param names names of herbs in each language
 */
export function readHerbs(folder: string, names: HerbNames) {
  const facts = readYaml(join(folder, "facts.yaml"), herbFactsSchema);
  const plates = readYaml(join(folder, "plates.yaml"), platesSchema);
  const problems: Problem[] = [...facts.problems, ...plates.problems];
  const missingTranslations: string[] = [];
  const herbs = new Map<string, Herb>();
  // If the plates can't be read, only that mistake is reported, not each herb without a plate.
  const platesById = plates.data?.value ?? {};
  if (plates.data)
    problems.push(
      ...findPlateNameProblems(Object.keys(platesById), join(paths.public, "plates"), plates.data.createProblem),
    );
  for (const [id, fact] of Object.entries(facts.data?.value ?? {})) {
    const plate = platesById[id];
    if (plate) herbs.set(id, { ...fact, plate, names: listNames(id, names) });
    else if (plates.data) problems.push(facts.data!.createProblem([id], "has no plate in herbs/plates.yaml"));
    for (const [locale, table] of Object.entries(names)) {
      if (plate && !table[id]) missingTranslations.push(`${join(folder, `${locale}.yaml`)}: ${id}`);
    }
  }
  return { herbs, problems, missingTranslations };
}

function listNames(id: string, names: HerbNames): Herb["names"] {
  return Object.fromEntries(localeCodes.flatMap((locale) => (names[locale] ? [[locale, names[locale][id]]] : [])));
}
