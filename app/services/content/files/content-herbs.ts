import { join } from "node:path";
import { createFileProblem, say, type Findings } from "../checks/problem.ts";
import { idPatterns } from "./collections.ts";
import { listYamlFiles, readYaml } from "./content-file.ts";
import { herbFileSchema } from "./content-schema.ts";
import type { Herb } from "./content-source.ts";
import { checkLanguages } from "./locale-files.ts";

/** One with mistakes has no names, so that references to it aren't reported, too. */
export function readHerbs(folder: string, findings: Findings): Map<string, Herb> {
  const ids = listYamlFiles(folder);
  const entries = ids.map((id): [string, Herb] => {
    const file = join(folder, `${id}.yaml`);
    if (!idPatterns.slug.test(id)) findings.problems.push(createFileProblem(file, say("id")));
    const data = readYaml(file, herbFileSchema, findings);
    if (!data) return [id, { names: {}, latin: id, species: id, part: id, aliases: [] }];
    checkLanguages([{ path: ["names"], text: data.value.names }], data.report, file, findings);
    for (const [index, herb] of (data.value.incompatible ?? []).entries())
      if (!ids.includes(herb)) data.report(["incompatible", index], say("noHerb", { herb }));
    return [id, data.value];
  });
  return completeIncompatible(new Map(entries));
}

/** What one herb must not be taken with must not be taken with it either. */
function completeIncompatible(herbs: ReadonlyMap<string, Herb>): Map<string, Herb> {
  const pairs = Array.from(herbs).flatMap(([id, { incompatible = [] }]) =>
    incompatible.flatMap((other) => [
      { id, other },
      { id: other, other: id },
    ]),
  );
  const partners = Map.groupBy(pairs, ({ id }) => id);
  return new Map(
    Array.from(herbs, ([id, herb]) => {
      const others = new Set(partners.get(id)?.map(({ other }) => other));
      return [id, { ...herb, incompatible: [...others].filter((other) => herbs.has(other)).sort() }];
    }),
  );
}
