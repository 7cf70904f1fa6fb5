import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { kinds, type Kind } from "../contract/kinds.ts";
import { locales } from "../i18n/locales.ts";
import { fixedPages, matcherOf, siteMap } from "../i18n/site-map.ts";
import { paths } from "../platform/paths.ts";

/** What the site answers below these, and under these names, isn't content. */
const reserved = matcherOf(siteMap.filter(({ is, isAnswer }) => is === "file" || isAnswer));

export type SitePaths = ReturnType<typeof createSitePaths>;

/**
 * Which paths lead somewhere.
 * @param categories slugs of each kind
 * @param items `kind/id` of every item
 */
export function createSitePaths(categories: Record<Kind, readonly string[]>, items: Iterable<string>) {
  const pages = new Set<string>([
    ...fixedPages.map(({ path }) => path),
    ...kinds.map((kind) => `/${kind}/list`),
    ...kinds.flatMap((kind) => categories[kind].map((slug) => `/${kind}/list/${slug}`)),
    ...[...items].map((item) => `/${item.replace("/", "/info/")}`),
  ]);
  return {
    isPage: (path: string): boolean => pages.has(path),
    isFile: (path: string): boolean => {
      const file = join(paths.public, path);
      return path !== "/" && existsSync(file) && statSync(file).isFile();
    },
    isReserved: (path: string): boolean => reserved.test(path),
    pages: (): Iterable<string> => pages,
  };
}

/** The item that a path is the page of, as `kind/id`. */
export function itemOfPath(path: string): string | undefined {
  const [, kind, id] = /^\/([a-z]+)\/info\/([\w-]+)$/.exec(path) ?? [];
  return kind && id ? `${kind}/${id}` : undefined;
}

/** The prefix of a language that a path starts with. */
export function prefixOf(path: string): string | undefined {
  return Object.values(locales)
    .map(({ prefix }): string => prefix)
    .find((prefix) => prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`)));
}
