import { existsSync } from "node:fs";
import { join } from "node:path";
import { kinds, type Kind } from "../../api/contract/kinds.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { FileData, Problem } from "./content-file.ts";
import { readLocales } from "./content-locales.ts";
import { categoriesSchema } from "./content-schema.ts";
import type { CategoryWords, ContentSource } from "./content-source.ts";
import { mapLocales } from "./map-locales.ts";
import { didYouMean } from "../checks/nearest.ts";

type CategoriesResult = {
  categories: ContentSource["categories"];
  /** Kinds whose files have mistakes, so that it isn't known which categories exist. */
  unreadCategories: Set<Kind>;
  problems: Problem[];
  missingTranslations: string[];
};

/**
 * Reads and checks the categories of all kinds. A kind without items and categories needs no files.
 * @param root the content folder
 */
export function readCategories(root: string): CategoriesResult {
  const unreadCategories = new Set<Kind>();
  const problems: Problem[] = [];
  const missingTranslations: string[] = [];
  const entries = kinds.map((kind) => {
    const folder = join(root, "categories", kind);
    if (!existsSync(join(root, kind)) && !existsSync(folder)) return [kind, {}];
    const { data, ...report } = readLocales(folder, categoriesSchema);
    if (report.problems.length > 0) unreadCategories.add(kind);
    const check = checkCategories(folder, data);
    problems.push(...report.problems, ...check.problems);
    missingTranslations.push(...report.missingTranslations, ...check.missingTranslations);
    return [kind, mapLocales(data, ({ value }) => value)];
  });
  const categories = Object.fromEntries(entries) as ContentSource["categories"];
  return { categories, unreadCategories, problems, missingTranslations };
}

/**
 * Checks that every category is below an existing one, and lists those that a language lacks.
 * @param folder folder of the kind's categories
 * @param files the categories of each language
 */
function checkCategories(
  folder: string,
  files: Partial<Record<Locale, FileData<CategoryWords>>>,
): { problems: Problem[]; missingTranslations: string[] } {
  const slugs = new Set(Object.values(files).flatMap(({ value }) => Object.keys(value)));
  const getParent = (slug: string) => slug.slice(0, Math.max(0, slug.lastIndexOf("/")));
  return {
    problems: [...slugs]
      .filter((slug) => getParent(slug) && !slugs.has(getParent(slug)))
      .map((slug) => {
        const parent = getParent(slug);
        const guess = didYouMean(parent, slugs) || `: add \`${parent}:\` with its title and summary`;
        const { createProblem } = Object.values(files).find(({ value }) => Object.hasOwn(value, slug))!;
        return createProblem([slug], `there is no category ${parent} above it${guess}`);
      }),
    missingTranslations: [...slugs].flatMap((slug) =>
      localeCodes
        .filter((locale) => files[locale] && !Object.hasOwn(files[locale].value, slug))
        .map((locale) => `${join(folder, `${locale}.yaml`)}: ${slug}`),
    ),
  };
}
