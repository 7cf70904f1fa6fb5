import type { Kind } from "../contract/kinds.ts";
import { getFallbackLocale, getLocalesByLanguages, localeCodes, locales, type Locale } from "../i18n/locales.ts";
import { fixedPages, getContentPath } from "../i18n/site-map.ts";
import { isGuarded } from "../i18n/guarded-routes.ts";
import { localizePath } from "../i18n/urls.ts";
import type { Api } from "../services/api.ts";
import { getCategoryPath } from "../components/catalogue/category-tree.tsx";
import { loadKindsInUse } from "./kind-words.ts";
import { escapeXml } from "./xml.ts";

/** The sitemap protocol's limit for one file. */
const maxUrlsPerFile = 50_000;

/** Each item has a URL in every language. */
const maxItemsPerFile = Math.floor(maxUrlsPerFile / localeCodes.length);

/** Items per call. */
const pageSize = 100;
const maxConcurrentCalls = 4;

export type SitemapEntry = {
  path: string;
  lastmod?: string;
  /** Languages that the page exists in. @default all */
  locales?: readonly Locale[];
};

/** Lists the pages that aren't items: fixed and plain pages, batches, lists and categories. Guarded pages aren't listed. */
export async function listFixedEntries(api: Api, guardedRoutes: readonly string[]): Promise<SitemapEntry[]> {
  const kindsInUse = await loadKindsInUse(api);
  const [trees, pages, batches] = await Promise.all([
    Promise.all(kindsInUse.map(async (kind) => ({ kind, tree: await api.content.categories(kind) }))),
    api.pages.all(),
    kindsInUse.includes("product") ? api.batches.all() : [],
  ]);
  type CategoryTree = readonly { slug: string; children?: CategoryTree }[];
  const listCategories = (kind: Kind, tree: CategoryTree): SitemapEntry[] =>
    tree.flatMap(({ slug, children = [] }) => [
      { path: getCategoryPath(kind, slug) },
      ...listCategories(kind, children),
    ]);
  const entries = [
    ...fixedPages.filter(({ isListed }) => isListed).map(({ path }) => ({ path })),
    ...trees.flatMap(({ kind, tree }) => [{ path: `/${kind}/list` }, ...listCategories(kind, tree)]),
    ...pages.map((page) => ({ ...page, kind: "page" })).map(createEntry),
    ...(batches.length > 0 ? [{ path: "/batch" }] : []),
    ...batches.map((batch) => ({ ...batch, kind: "batch" })).map(createEntry),
  ];
  return entries.filter(({ path }) => !isGuarded(path, guardedRoutes));
}

type ListedRow = { kind: string; id: string; updatedAt?: string; languages: readonly string[] };

function createEntry({ kind, id, updatedAt, languages }: ListedRow): SitemapEntry {
  return { path: getContentPath(kind, id), lastmod: updatedAt, locales: getLocalesByLanguages(languages) };
}

/** Returns the number of files for the items of a kind. */
export async function countFiles(api: Api, kind: Kind): Promise<number> {
  const { total } = await api.content.list(kind, { pageSize: 1 });
  return Math.ceil(total / maxItemsPerFile);
}

/** Lists the items of one file. @param fileNumber from 1 */
export async function listItemEntries(api: Api, kind: Kind, fileNumber: number): Promise<SitemapEntry[]> {
  const firstPage = ((fileNumber - 1) * maxItemsPerFile) / pageSize + 1;
  const { total } = await api.content.list(kind, { pageSize: 1 });
  const lastPage = Math.min(Math.ceil(total / pageSize), (fileNumber * maxItemsPerFile) / pageSize);
  const entries: SitemapEntry[] = [];
  for (let firstOfBatch = firstPage; firstOfBatch <= lastPage; firstOfBatch += maxConcurrentCalls) {
    const pageNumbers = Array.from(
      { length: Math.min(maxConcurrentCalls, lastPage - firstOfBatch + 1) },
      (_, index) => firstOfBatch + index,
    );
    const lists = await Promise.all(pageNumbers.map((page) => api.content.list(kind, { page, pageSize })));
    for (const { rows } of lists) {
      for (const { id, updatedAt, date, languages } of rows) {
        const path = getContentPath(kind, id);
        entries.push({ path, lastmod: updatedAt ?? date, locales: getLocalesByLanguages(languages) });
      }
    }
  }
  return entries;
}

/** Renders a sitemap with the URLs in every language and their alternates. */
export function renderUrlSet(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.flatMap((entry) =>
    (entry.locales ?? localeCodes).map((locale) => renderUrl(entry, locale, origin)),
  );
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<urlset ${namespaces}>\n${urls.join("\n")}\n</urlset>`;
}

/** Renders a sitemap without alternates, for search engines that don't support XML namespaces. */
export function renderPlainUrlSet(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.flatMap(({ path, lastmod, locales: entryLocales = localeCodes }) =>
    entryLocales.map((locale) => `<url>${renderLocation(origin, path, locale)}${renderLastmod(lastmod)}</url>`),
  );
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>`;
}

function renderUrl(
  { path, lastmod, locales: entryLocales = localeCodes }: SitemapEntry,
  locale: Locale,
  origin: string,
): string {
  const renderAlternate = (hreflang: string, code: Locale) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(origin + localizePath(path, code))}"/>`;
  const alternates = entryLocales.map((code) => renderAlternate(locales[code].language, code)).join("");
  return `<url>${renderLocation(origin, path, locale)}${renderLastmod(lastmod)}${alternates}${renderAlternate("x-default", getFallbackLocale(entryLocales))}</url>`;
}

function renderLocation(origin: string, path: string, locale: Locale): string {
  return `<loc>${escapeXml(origin + localizePath(path, locale))}</loc>`;
}

function renderLastmod(date: string | undefined): string {
  return date ? `<lastmod>${escapeXml(date)}</lastmod>` : "";
}
