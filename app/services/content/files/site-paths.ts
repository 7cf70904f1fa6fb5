import { basename, dirname } from "node:path";
import { locales } from "#app/i18n/locales.ts";
import { fixedPages, reservedPattern } from "#app/i18n/site-map.ts";
import { getContentPath, getListPath, parseContentPath } from "#app/i18n/urls.ts";
import { formNames, forms, getConfirmationPath } from "#app/services/api/contract/forms/forms.ts";
import { kinds, type ContentKind, type Kind } from "#app/services/api/contract/kinds.ts";
import type { PublicFiles } from "./public-files.ts";

const confirmationPaths = new Set<string>(formNames.map(getConfirmationPath));

type Options = {
  files: PublicFiles;
  kindsInUse?: readonly Kind[] | undefined;
  kindsWithInvalidCategories?: ReadonlySet<Kind>;
};

export type SitePaths = ReturnType<typeof createSitePaths>;

/** @param items `kind/id` of every item, `page/slug` of every plain page, `batch/number` of every batch */
export function createSitePaths(
  categories: Record<Kind, readonly { slug: string }[]>,
  items: Iterable<string>,
  { files, kindsInUse = kinds, kindsWithInvalidCategories = new Set() }: Options,
) {
  const pages = new Set<string>([
    ...fixedPages.map(({ path }) => path),
    ...formNames.map((form) => forms[form].page),
    ...kinds.map((kind) => getListPath(kind)),
    ...kinds.flatMap((kind) => categories[kind].map(({ slug }) => `/${kind}/list/${slug}`)),
    ...[...items].map((item) => getContentPath(...(item.split("/") as [ContentKind, string]))),
  ]);
  const unusedKinds = kinds.filter((kind) => !kindsInUse.includes(kind));
  const getUnusedKind = (path: string) => unusedKinds.find((kind) => path.startsWith(`/${kind}/`));
  return {
    isPage: (path: string): boolean => pages.has(path) && getUnusedKind(path) === undefined,
    getUnusedKind,
    /** Whether a folder's kind is in use. */
    isKindInUse: (folder: string): boolean => !unusedKinds.some((kind) => kind === basename(dirname(folder))),
    /** Whether a path may be the list of a category that is unknown, because its kind's categories have mistakes. */
    mayBeCategory: (path: string): boolean =>
      [...kindsWithInvalidCategories].some((kind) => path.startsWith(`/${kind}/list/`)),
    files,
    pages: (): Iterable<string> => pages,
    isReserved: (path: string): boolean => reservedPattern.test(path) || confirmationPaths.has(path),
  };
}

export function getItemReference(path: string): string | undefined {
  const [kind, id] = parseContentPath(path);
  return kind && id && /^[\w-]+$/.test(id) ? `${kind}/${id}` : undefined;
}

export function getPrefix(path: string): string | undefined {
  return Object.values(locales)
    .map(({ prefix }): string => prefix)
    .find((prefix) => prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`)));
}
