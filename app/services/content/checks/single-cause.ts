import { dirname } from "node:path";
import type { Problem } from "../files/content-file.ts";

/** Stands for a field in the problem of a folder with a misspelt name. */
export const misnamedFolderField = "(folder name)";

/** The problem of an item or page without a text. */
export const missingTextMessage = "has no words in any language";

/**
 * Leaves out what follows from a value that YAML reads in another way than its author means it. If a folder has a misspelt name,
 * nothing else is reported, because everything in it is missing elsewhere. If a file has a wrong name, its words aren't reported as missing.
 */
export function removeFollowUps(problems: readonly Problem[]): Problem[] {
  const misnamedFolders = problems.filter(({ field }) => field === misnamedFolderField);
  if (misnamedFolders.length > 0) return misnamedFolders;
  const foldersOfMisnamedFiles = new Set(
    problems.filter(({ field }) => field === "(file)").map(({ file }) => dirname(file)),
  );
  const isFollowUp = ({ file, message }: Problem) => message === missingTextMessage && foldersOfMisnamedFiles.has(file);
  const formatPlace = ({ file, line }: Problem) => `${file}:${line}`;
  const isCause = ({ field }: Problem) => field === "(YAML)";
  const causes = new Set(problems.filter(isCause).map(formatPlace));
  return problems.filter((problem) => isCause(problem) || (!causes.has(formatPlace(problem)) && !isFollowUp(problem)));
}
