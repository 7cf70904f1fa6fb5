import { expect, test } from "vitest";
import type { FileData } from "../files/content-file.ts";
import { findSynonymProblems } from "./synonym-problems.ts";

const data = (value: string[][]): FileData<string[][]> => ({
  value,
  createProblem: (path, message) => ({ file: "synonyms.yaml", line: 1, field: path.join("."), message }),
});

test("a word that a search takes for another of its line is named, and one without letters", () => {
  const problems = findSynonymProblems(
    data([
      ["fever", "fevers", "发热"],
      ["mould", "—"],
      ["退烧", "發燒"],
    ]),
  );
  expect(problems.map(({ field }) => field)).toEqual(["0.1", "1.1"]);
});
