import type { Kind } from "../contract/kinds.ts";
import type { CreateProblem, Problem } from "./content-file.ts";

/**
 * Creates a check of the kinds that the settings of each language name. The first language that names kinds decides for all, so the
 * others must name the same kinds.
 */
export function createKindsCheck(): (kinds: readonly Kind[] | undefined, createProblem: CreateProblem) => Problem[] {
  let first: readonly Kind[] | undefined;
  return (kinds, createProblem) => {
    if (!kinds) return [];
    first ??= kinds;
    if (first.toSorted().join() === kinds.toSorted().join()) return [];
    const message = `isn't used, because the settings of another language name ${first.join(", ")}: write it in one of them alone`;
    return [createProblem(["kindsInUse"], message)];
  };
}
