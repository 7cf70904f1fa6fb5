import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Problem } from "./content-file.ts";

/** Returns the id that a folder was meant to have. Then only the folder is reported, and not also each reference to it. */
export function toItemId(folder: string): string {
  return folder
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
}

/**
 * Checks the name of the folder of an item or page, and that it has facts.
 * @returns `undefined` if it can be read; an empty list if its mistake is reported with another file
 */
export function findFolderProblems(folder: string): Problem[] | undefined {
  const file = join(folder, "item.yaml");
  const name = basename(folder);
  if (!isItemId(name)) {
    const guess = toItemId(name);
    const message = `use lower-case letters, digits and hyphens${isItemId(guess) ? `: rename it to ${guess}` : ""}`;
    return [{ file, line: 1, field: "(folder)", message }];
  }
  if (existsSync(file)) return undefined;
  // A file such as item.yml is reported as one that nothing reads, with its right name.
  const isMisnamed = readdirSync(folder).some((one) => /^item\.ya?ml(?:\.txt)?$/i.test(one));
  return isMisnamed ? [] : [{ file, line: 1, field: "(file)", message: "is missing" }];
}

function isItemId(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name);
}
