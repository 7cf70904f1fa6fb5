import type { Kind } from "../contract/kinds.ts";
import { kinds } from "../contract/kinds.ts";
import { defaultLocale, localeCodes, locales, type Locale } from "../i18n/locales.ts";
import { fixedPages } from "../i18n/site-map.ts";
import { isGuarded } from "../i18n/guarded-routes.ts";
import { localizePath } from "../i18n/urls.ts";
import type { Api } from "../services/api.ts";
import { categoryPath } from "../components/catalogue/category-tree.tsx";
import { escapeXml } from "./xml.ts";

/** Most addresses of one file, as sitemaps.org has it. */
const mostAddresses = 50_000;

/** Items of one file: each has an address in every language. */
const itemsPerFile = Math.floor(mostAddresses / localeCodes.length);

/** Items of one call, and calls at a time. */
const pageSize = 100;
const atOnce = 4;

export type Place = { path: string; lastmod?: string };

/** Pages that are there whatever the catalogue holds, lists and categories among them; without those behind the login. */
export async function fixedPlaces(api: Api, guardedRoutes: readonly string[]): Promise<Place[]> {
  const trees = await Promise.all(kinds.map(async (kind) => ({ kind, tree: await api.content.categories(kind) })));
  type Tree = readonly { slug: string; children?: Tree }[];
  const below = (kind: Kind, tree: Tree): Place[] =>
    tree.flatMap(({ slug, children = [] }) => [{ path: categoryPath(kind, slug) }, ...below(kind, children)]);
  const all = [
    ...fixedPages.filter(({ isListed }) => isListed).map(({ path }) => ({ path })),
    ...trees.flatMap(({ kind, tree }) => [{ path: `/${kind}/list` }, ...below(kind, tree)]),
  ];
  return all.filter(({ path }) => !isGuarded(path, guardedRoutes));
}

/** How many files the items of a kind take. */
export async function fileCount(api: Api, kind: Kind): Promise<number> {
  const { total } = await api.content.list(kind, { pageSize: 1 });
  return Math.ceil(total / itemsPerFile);
}

/** The items of one file of a kind; `number` counts from 1. */
export async function itemPlaces(api: Api, kind: Kind, number: number): Promise<Place[]> {
  const first = ((number - 1) * itemsPerFile) / pageSize + 1;
  const { total } = await api.content.list(kind, { pageSize: 1 });
  const last = Math.min(Math.ceil(total / pageSize), (number * itemsPerFile) / pageSize);
  const places: Place[] = [];
  for (let page = first; page <= last; page += atOnce) {
    const pages = Array.from({ length: Math.min(atOnce, last - page + 1) }, (_, index) => page + index);
    const lists = await Promise.all(pages.map((one) => api.content.list(kind, { page: one, pageSize })));
    for (const { rows } of lists) {
      for (const { id, updatedAt, date } of rows) {
        places.push({ path: `/${kind}/info/${encodeURIComponent(id)}`, lastmod: updatedAt ?? date });
      }
    }
  }
  return places;
}

/** A file of addresses, each in every language, with the others as its alternates. */
export function urlSet(places: readonly Place[], origin: string): string {
  const urls = places.flatMap((place) => localeCodes.map((locale) => url(place, locale, origin)));
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<urlset ${namespaces}>\n${urls.join("\n")}\n</urlset>`;
}

/** The same without alternates, for engines that read no namespaces. */
export function plainUrlSet(places: readonly Place[], origin: string): string {
  const urls = places.flatMap(({ path, lastmod }) =>
    localeCodes.map((locale) => `<url>${location(origin, path, locale)}${lastmodOf(lastmod)}</url>`),
  );
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>`;
}

function url({ path, lastmod }: Place, locale: Locale, origin: string): string {
  const alternate = (hreflang: string, code: Locale) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(origin + localizePath(path, code))}"/>`;
  const alternates = localeCodes.map((code) => alternate(locales[code].language, code)).join("");
  return `<url>${location(origin, path, locale)}${lastmodOf(lastmod)}${alternates}${alternate("x-default", defaultLocale)}</url>`;
}

function location(origin: string, path: string, locale: Locale): string {
  return `<loc>${escapeXml(origin + localizePath(path, locale))}</loc>`;
}

function lastmodOf(date: string | undefined): string {
  return date ? `<lastmod>${escapeXml(date)}</lastmod>` : "";
}
