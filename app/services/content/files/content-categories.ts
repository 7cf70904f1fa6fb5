import { existsSync } from "node:fs";
import { join } from "node:path";
import { kinds, type Kind } from "../../api/contract/kinds.ts";
import { say, type Findings } from "../checks/problem.ts";
import type { FileData } from "./content-file.ts";
import { categoriesSchema } from "./content-schema.ts";
import type { CategoryWords, ContentSource } from "./content-source.ts";
import { mapLocales, readLocales, reportMissingEntries, type ByLocale } from "./locale-files.ts";

/**
 * Reads and checks the categories of all kinds. A kind without items and categories needs no files.
 * @param root the content folder
 * @returns the categories, and the kinds whose files have mistakes, so that it isn't known which categories exist
 */
export function readCategories(root: string, findings: Findings) {
  const unreadCategories = new Set<Kind>();
  const entries = kinds.map((kind) => {
    const folder = join(root, "categories", kind);
    if (!existsSync(join(root, kind)) && !existsSync(folder)) return [kind, {}];
    const problemCount = findings.problems.length;
    const files = readLocales(folder, categoriesSchema, findings);
    if (findings.problems.length > problemCount) unreadCategories.add(kind);
    checkCategories(folder, files, findings);
    return [kind, mapLocales(files, ({ value }) => value)];
  });
  return { categories: Object.fromEntries(entries) as ContentSource["categories"], unreadCategories };
}

/** Checks that every category is below an existing one, and lists those that a language lacks. */
function checkCategories(folder: string, files: ByLocale<FileData<CategoryWords>>, findings: Findings): void {
  const slugs = new Set(Object.values(files).flatMap(({ value }) => Object.keys(value)));
  for (const slug of slugs) {
    const parent = slug.slice(0, Math.max(0, slug.lastIndexOf("/")));
    const { report } = Object.values(files).find(({ value }) => Object.hasOwn(value, slug))!;
    if (parent && !slugs.has(parent)) report([slug], say("noParent", { parent }));
  }
  reportMissingEntries(folder, files, slugs, findings);
}
