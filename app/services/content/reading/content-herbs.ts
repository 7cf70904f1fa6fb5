import { join } from "node:path";
import type { Locale } from "#app/i18n/locales.ts";
import { idPatterns } from "#app/services/content/files/collections.ts";
import { listYamlFiles, readYaml } from "#app/services/content/files/content-file.ts";
import type { Herb } from "#app/services/content/files/content-source.ts";
import { herbFileSchema } from "#app/services/content/files/schemas/content-schema.ts";
import { createFileProblem, createMessage, type Findings } from "#app/services/content/problems/problem.ts";
import { checkLanguages, findText } from "./locale-files.ts";

/** A herb with mistakes gets a placeholder, so that references to it aren't reported as well. */
export function readHerbs(folder: string, findings: Findings): Map<string, Herb> {
  const ids = listYamlFiles(folder);
  const entries = ids.map((id): [string, Herb] => {
    const file = join(folder, `${id}.yaml`);
    if (!idPatterns.slug.test(id)) findings.problems.push(createFileProblem(file, createMessage("id")));
    const data = readYaml(file, herbFileSchema, findings);
    if (!data) return [id, { names: {}, latin: id, species: id, part: id, aliases: [], incompatible: [] }];
    const { names, caution } = data.value;
    const texts = [{ path: ["names"], text: names }, ...(caution ? [{ path: ["caution"], text: caution }] : [])];
    checkLanguages(texts, data, file, findings);
    for (const [index, herb] of data.value.incompatible.entries())
      if (!ids.includes(herb)) data.report(["incompatible", index], createMessage("noHerb", { herb }));
    return [id, data.value];
  });
  const herbs = new Map(entries);
  completeIncompatible(herbs);
  return herbs;
}

/** Makes incompatibilities mutual. */
function completeIncompatible(herbs: ReadonlyMap<string, Herb>): void {
  for (const [id, { incompatible }] of herbs) {
    for (const other of incompatible) {
      const others = herbs.get(other)?.incompatible;
      if (others && !others.includes(id)) others.push(id);
    }
  }
}

/** Whether a herb needs a prescription. Slight toxicity alone doesn't require one. */
export function needsPrescription({ toxic, prescription = false }: Herb): boolean {
  return prescription || toxic === "toxic" || toxic === "very";
}

export function getHerbName(herbs: ReadonlyMap<string, Herb>, id: string, locale: Locale): string {
  return findText(herbs.get(id)?.names ?? {}, locale) ?? id;
}
