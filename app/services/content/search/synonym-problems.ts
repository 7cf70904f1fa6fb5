import type { FileData, Problem } from "../files/content-file.ts";
import { toSearchKey } from "./terms.ts";

/** Finds synonyms without letters, and synonyms that occur twice in a line. */
export function findSynonymProblems({ value, createProblem }: FileData<string[][]>): Problem[] {
  return value.flatMap((group, line) => {
    const keys = group.map(toSearchKey);
    return group.flatMap((written, place) => {
      const key = keys[place]!;
      if (key === "") return createProblem([line, place], `${written} has no letter to search for`);
      const first = keys.indexOf(key);
      if (first === place) return [];
      return createProblem(
        [line, place],
        `a search takes it for ${group[first]!}, which is in the line already: leave one out`,
      );
    });
  });
}
