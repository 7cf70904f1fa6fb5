import type { FileData } from "#app/services/content/files/content-file.ts";
import type { SourceItem } from "#app/services/content/files/content-source.ts";
import { createMessage } from "#app/services/content/problems/problem.ts";

const formulaNamePattern = /(?:[汤丸散饮丹膏]|颗粒)$/;
/** Matches the names of toxic herbs within names of formulas, but not 香附, which isn't toxic. */
const toxicHerbPattern = /(?<!香)附|乌头|[川草]乌|马钱|雄黄|朱砂|巴豆|斑蝥|蟾酥/;

/**
 * Reports groups that join two formulas, or a formula that has a toxic herb with one that lacks it, because the search
 * treats all names of a group as synonyms.
 */
export function checkSynonyms({ value, report }: FileData<string[][]>, items: readonly SourceItem[]): void {
  const formulas = items.filter(({ kind }) => kind === "prescription");
  const titles = formulas.map(({ translations }) => Object.values(translations).map(({ words }) => words.title));
  for (const [index, group] of value.entries()) {
    const joinedTitles = titles.flatMap((formulaTitles) => formulaTitles.find((title) => group.includes(title)) ?? []);
    if (joinedTitles.length > 1) report([index], createMessage("joinedFormulas", { names: joinedTitles.join(", ") }));
    const names = group.filter((name) => formulaNamePattern.test(name));
    const toxic = names.find((name) => toxicHerbPattern.test(name));
    if (toxic && names.some((name) => !toxicHerbPattern.test(name)))
      report([index], createMessage("toxicSynonym", { name: toxic }));
  }
}
