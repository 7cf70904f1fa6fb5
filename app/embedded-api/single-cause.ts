import type { Problem } from "./content-file.ts";

/** Leaves out what follows from a value that YAML reads in another way than its author means it. */
export function removeFollowUps(problems: readonly Problem[]): Problem[] {
  const formatPlace = ({ file, line }: Problem) => `${file}:${line}`;
  const isCause = ({ field }: Problem) => field === "(YAML)";
  const causes = new Set(problems.filter(isCause).map(formatPlace));
  return problems.filter((problem) => isCause(problem) || !causes.has(formatPlace(problem)));
}
