import { join } from "node:path";
import { localeCodes, type Locale } from "../i18n/locales.ts";
import type { FileData, Problem } from "./content-file.ts";
import type { CategoryWords } from "./content-source.ts";
import { didYouMean } from "./nearest.ts";

/**
 * Checks that every category is below an existing one, and lists those that a language lacks.
 * @param folder folder of the kind's categories
 * @param files the categories of each language
 */
export function checkCategories(
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
