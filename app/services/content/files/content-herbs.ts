import { join } from "node:path";
import { createFileProblem, say, type Findings } from "../checks/problem.ts";
import { idPatterns } from "./collections.ts";
import { listYamlFiles, readYaml } from "./content-file.ts";
import { herbFileSchema } from "./content-schema.ts";
import type { Herb } from "./content-source.ts";
import { checkLanguages } from "./locale-files.ts";

/** One with mistakes has no names, so that references to it aren't reported, too. */
export function readHerbs(folder: string, findings: Findings): Map<string, Herb> {
  const entries = listYamlFiles(folder).map((id): [string, Herb] => {
    const file = join(folder, `${id}.yaml`);
    if (!idPatterns.slug.test(id)) findings.problems.push(createFileProblem(file, say("id")));
    const data = readYaml(file, herbFileSchema, findings);
    if (!data) return [id, { names: {}, latin: id, species: id, part: id, aliases: [] }];
    checkLanguages([{ path: ["names"], text: data.value.names }], data.report, file, findings);
    return [id, data.value];
  });
  return new Map(entries);
}
