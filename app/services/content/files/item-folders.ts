import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Problem } from "./content-file.ts";
import { missingTextMessage } from "../checks/single-cause.ts";
import { toPinyin } from "../search/pinyin.ts";

/** Cyrillic letters that look like Latin ones. */
const lookalikes: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  і: "i",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
};

/**
 * Returns the id that a folder was meant to have. For a Chinese name that is its Pinyin. With this id, a wrong name is reported once for
 * the folder, and not again for each reference to it.
 */
export function toItemId(folder: string): string {
  if (/^[a-z0-9/-]+$/.test(folder)) return folder;
  const latin = folder
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll(/[аеіорсух]/g, (letter) => lookalikes[letter]!);
  return (/\p{Script=Han}/u.test(latin) ? toPinyin(latin) : latin)
    .trim()
    .replaceAll(/[\s_]+/g, "-")
    .replaceAll(/-{2,}/g, "-");
}

/** Returns the name of what a copy was made from; `undefined` if it isn't named like a copy. */
export function findOriginal(name: string): string | undefined {
  return /^([a-z0-9-]*[a-z0-9])(?: - |[ -]|(?=[（(]))(?:副本|复制|拷贝|copy|kopie|\(\d+\)|（\d+）)/i.exec(name)?.[1];
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
    const original = findOriginal(name);
    if (readdirSync(folder).length === 0)
      return [{ file, line: 1, field: "(folder)", message: "is empty: remove it, or put an item into it" }];
    if (original !== undefined) {
      const remedy = "remove it, or give it a name of its own with lower-case letters, digits and hyphens";
      return [{ file, line: 1, field: "(folder)", message: `is a copy of ${original}: ${remedy}` }];
    }
    const message = `use lower-case letters, digits and hyphens${isItemId(guess) ? `: rename it to ${guess}` : ""}`;
    return [{ file, line: 1, field: "(folder)", message }];
  }
  if (existsSync(file)) return undefined;
  // `findUnreadFiles` reports items that are a folder too deep.
  if (listNestedItems(folder).length > 0) return [];
  // `findUnreadFiles` reports a file such as item.yml, and says how to name it.
  const isMisnamed = readdirSync(folder).some((one) => /^item\.ya?ml(?:\.txt)?$/i.test(one));
  return isMisnamed ? [] : [{ file, line: 1, field: "(file)", message: "is missing" }];
}

/** Creates the problem of an item or page without a text. `removeFollowUps` drops it if a file of the folder has a wrong name. */
export function createMissingText(folder: string): Problem {
  return { file: folder, line: 1, field: "(folder)", message: missingTextMessage };
}

/** Lists the items in the subfolders of a folder: each is one folder too deep. */
export function listNestedItems(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "item.yaml")))
    .map(({ name }) => name);
}

function isItemId(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name);
}
