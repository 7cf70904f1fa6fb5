import { setImmediate as nextTurn } from "node:timers/promises";
import { href } from "react-router";
import { escapeXml, renderElement } from "#app/http/xml.ts";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { getLocalesByLanguages, listAlternates, localeCodes, type Locale } from "#app/i18n/locales.ts";
import { fixedPages } from "#app/i18n/site-map.ts";
import { getContentPath, getListPath, localizePath } from "#app/i18n/urls.ts";
import { loadKindsInUse } from "#app/loaders/site.server.ts";
import type { Api } from "#app/services/api/api.ts";
import type { Row } from "#app/services/api/contract/entities.ts";
import { formNames, forms } from "#app/services/api/contract/forms/forms.ts";
import type { ContentKind, Kind } from "#app/services/api/contract/kinds.ts";

/** Maximum items in a file, to limit time and memory. The protocol allows 50,000 URLs, one per item and language. */
const maxItemsPerFile = 5000;

const pageSize = 100;
const maxConcurrentCalls = 4;

export type SitemapEntry = {
  path: string;
  lastmod?: string;
  /** Languages of the page. @default all */
  locales?: readonly Locale[];
};

/** Lists fixed and plain pages, batches, lists and categories. Omits guarded pages, and parts whose call fails. */
export async function listFixedEntries(api: Api, guardedRoutes: readonly string[]): Promise<SitemapEntry[]> {
  const kindsInUse = await loadKindsInUse(api);
  const loadTree = async (kind: Kind) => ({ kind, tree: (await api.optional(api.content.categories(kind))) ?? [] });
  const [trees, pages = [], batches = []] = await Promise.all([
    Promise.all(kindsInUse.map(loadTree)),
    api.optional(api.pages.all()),
    kindsInUse.includes("product") ? api.optional(api.batches.all()) : [],
  ]);
  type CategoryTree = readonly { slug: string; children?: CategoryTree }[];
  const listCategories = (kind: Kind, tree: CategoryTree): SitemapEntry[] =>
    tree.flatMap(({ slug, children = [] }) => [{ path: getListPath(kind, slug) }, ...listCategories(kind, children)]);
  const entries = [
    ...fixedPages.filter(({ isListed }) => isListed).map(({ path }) => ({ path })),
    ...formNames.map((form) => ({ path: forms[form].page })),
    ...trees.flatMap(({ kind, tree }) => [{ path: getListPath(kind) }, ...listCategories(kind, tree)]),
    ...pages.filter(({ path }) => !path).map((page) => createEntry("page", page)),
    ...(batches.length > 0 ? [{ path: href("/batch") }] : []),
    ...batches.map((batch) => createEntry("batch", batch)),
  ];
  return entries.filter(({ path }) => !isGuarded(path, guardedRoutes));
}

type ListedRow = { id: string; updatedAt?: string; languages: readonly string[] };

function createEntry(kind: ContentKind, { id, updatedAt, languages }: ListedRow): SitemapEntry {
  return { path: getContentPath(kind, id), lastmod: updatedAt, locales: getLocalesByLanguages(languages) };
}

export async function countFiles(api: Api, kind: Kind): Promise<number> {
  const { total } = await api.content.list(kind, { pageSize: 1 });
  return Math.ceil(total / maxItemsPerFile);
}

/** Loads the items of a file. @param fileNumber from 1 */
export async function loadItemEntries(api: Api, kind: Kind, fileNumber: number): Promise<SitemapEntry[]> {
  const pagesPerFile = maxItemsPerFile / pageSize;
  const firstPage = (fileNumber - 1) * pagesPerFile + 1;
  const { total } = await api.content.list(kind, { pageSize: 1 });
  const lastPage = Math.min(Math.ceil(total / pageSize), firstPage + pagesPerFile - 1);
  const entries: SitemapEntry[] = [];
  for (let page = firstPage; page <= lastPage; page += maxConcurrentCalls) {
    const pages = Array.from({ length: Math.min(maxConcurrentCalls, lastPage - page + 1) }, (_, index) => page + index);
    const lists = await Promise.all(pages.map((pageNumber) => api.content.list(kind, { page: pageNumber, pageSize })));
    const rows: Row[] = lists.flatMap((list) => list.rows);
    entries.push(...rows.map((row) => createEntry(kind, { ...row, updatedAt: row.updatedAt ?? row.date })));
    // Lets other requests run. The embedded API responds without I/O, so thousands of items would block them.
    await nextTurn();
  }
  return entries;
}

const sitemapNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const alternatesNamespace = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** @param isPlain whether to omit alternates, which need a second XML namespace */
export function renderUrlSet(entries: readonly SitemapEntry[], origin: string, isPlain: boolean): string {
  const urls = entries.flatMap((entry) => {
    const alternates = isPlain ? "" : renderAlternates(entry, origin);
    return (entry.locales ?? localeCodes).map(
      (locale) =>
        `<url>${renderElement("loc", origin + localizePath(entry.path, locale))}${renderElement("lastmod", entry.lastmod)}${alternates}</url>\n`,
    );
  });
  const namespaces = isPlain ? sitemapNamespace : `${sitemapNamespace} ${alternatesNamespace}`;
  return `<urlset ${namespaces}>\n${urls.join("")}</urlset>`;
}

function renderAlternates({ path, locales: entryLocales = localeCodes }: SitemapEntry, origin: string): string {
  const alternates = listAlternates(entryLocales).map(
    ([hreflang, code]) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(origin + localizePath(path, code))}"/>`,
  );
  return alternates.join("");
}
