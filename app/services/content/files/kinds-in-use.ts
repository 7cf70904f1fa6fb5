import type { Kind } from "../../api/contract/kinds.ts";
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
    if (areSame(first, kinds)) return [];
    const message = `isn't used, because the settings of another language name ${first.join(", ")}: write it in one of them alone`;
    return [createProblem(["kindsInUse"], message)];
  };
}

/** Returns the kinds that the settings of the languages name; `undefined` if they name none, or not the same ones, which is reported. */
export function findKindsInUse(settings: readonly { kindsInUse?: Kind[] | undefined }[]): Kind[] | undefined {
  const [first, ...others] = settings.flatMap(({ kindsInUse }) => (kindsInUse ? [kindsInUse] : []));
  return others.every((kinds) => areSame(kinds, first)) ? first : undefined;
}

function areSame(kinds: readonly Kind[] = [], others: readonly Kind[] = []): boolean {
  return kinds.toSorted().join() === others.toSorted().join();
}
