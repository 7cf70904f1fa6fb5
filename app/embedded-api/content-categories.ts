import { join } from "node:path";
import { localeCodes, type Locale } from "../i18n/locales.ts";
import type { Problem } from "./content-file.ts";
import type { CategoryWords } from "./content-source.ts";

/**
 * Checks that every category is below an existing one, and lists those that a language lacks.
 * @param folder folder of the kind's categories
 */
export function checkCategories(
  folder: string,
  tables: Partial<Record<Locale, CategoryWords>>,
): { problems: Problem[]; missingTranslations: string[] } {
  const slugs = new Set(Object.values(tables).flatMap((table) => Object.keys(table)));
  const getParent = (slug: string) => slug.slice(0, Math.max(0, slug.lastIndexOf("/")));
  return {
    problems: [...slugs]
      .filter((slug) => getParent(slug) && !slugs.has(getParent(slug)))
      .map((slug) => {
        const message = `there is no category ${getParent(slug)} above it`;
        return { file: folder, line: 1, field: slug, message };
      }),
    missingTranslations: [...slugs].flatMap((slug) =>
      localeCodes
        .filter((locale) => tables[locale] && !Object.hasOwn(tables[locale], slug))
        .map((locale) => `${join(folder, `${locale}.yaml`)}: ${slug}`),
    ),
  };
}
