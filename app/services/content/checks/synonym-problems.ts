import { say, type Problem } from "./problem.ts";
import type { FileData } from "../files/content-file.ts";
import { toSearchKey } from "../search/terms.ts";

/** Finds synonyms without letters, and synonyms that occur twice in a line. */
export function findSynonymProblems({ value, createProblem }: FileData<string[][]>): Problem[] {
  return value.flatMap((group, line) => {
    const keys = group.map(toSearchKey);
    return group.flatMap((written, place) => {
      const key = keys[place]!;
      if (key === "") return createProblem([line, place], say("synonymLetters", { word: written }));
      const first = keys.indexOf(key);
      if (first === place) return [];
      return createProblem([line, place], say("synonymTwice", { word: group[first]! }));
    });
  });
}
