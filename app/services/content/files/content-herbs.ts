import { join } from "node:path";
import { say, type Findings } from "../checks/problem.ts";
import { readYaml } from "./content-file.ts";
import { herbFactsSchema, herbNamesSchema } from "./content-schema.ts";
import type { Herb } from "./content-source.ts";
import { mapLocales, readLocales, reportMissingEntries } from "./locale-files.ts";

/** Reads and checks the herbs from the files of `folder`: facts, and names in each language. */
export function readHerbs(folder: string, findings: Findings): Map<string, Herb> {
  const files = readLocales(folder, herbNamesSchema, findings);
  const facts = readYaml(join(folder, "facts.yaml"), herbFactsSchema, findings);
  // Without the facts it isn't known which herbs there are.
  if (!facts) return new Map();
  // A name whose herb has no facts is reported once, for the first file that has it.
  const knownIds = new Set(Object.keys(facts.value));
  for (const { value, report } of Object.values(files))
    for (const id of Object.keys(value)) {
      if (!knownIds.has(id)) report([id], say("noHerb", { herb: id }));
      knownIds.add(id);
    }
  reportMissingEntries(folder, files, Object.keys(facts.value), findings);
  const herbs = Object.entries(facts.value);
  return new Map(herbs.map(([id, fact]) => [id, { ...fact, names: mapLocales(files, ({ value }) => value[id]) }]));
}
