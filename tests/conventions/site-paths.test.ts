import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import { openPublicFiles } from "#app/services/content/files/public-files.ts";
import { createSitePaths, getPrefix } from "#app/services/content/files/site-paths.ts";
import { locales } from "#app/i18n/locales.ts";
import routes from "#app/routes.ts";

const prefixes = Object.values(locales).map(({ prefix }) => prefix.slice(1));

/** Returns the full paths of the route table, without the language prefix. */
function listPaths(entries: readonly RouteConfigEntry[], parentPath = ""): string[] {
  return entries.flatMap(({ path = "", index, children = [] }) => {
    const fullPath = prefixes.includes(path.replace(/\?$/, ""))
      ? parentPath
      : `${parentPath}/${path}`.replace(/\/+$/, "").replace(/\/(?:\*|:\w+\?)$/, "");
    const routePaths = children.length === 0 || index ? [fullPath || "/"] : [];
    return [...routePaths, ...listPaths(children, fullPath)];
  });
}

const emptyPaths = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<Kind, []>;
const sitePaths = createSitePaths(emptyPaths, [], { files: openPublicFiles("") });
const paths = [...new Set(listPaths(routes as RouteConfigEntry[]))].filter((path) => !path.includes(":"));

test("the content's page paths match the routes", () => {
  const pages = paths.filter((path) => !sitePaths.isReserved(path.slice(getPrefix(path)?.length ?? 0)));
  expect(pages.toSorted()).toEqual([...sitePaths.pages()].toSorted());
});

test("paths of files and endpoints can't be redirected, but similar paths can", () => {
  for (const path of ["/api/product/list", "/media/x.png", "/language/en", "/hooks/purge", "/sitemap-news.xml"]) {
    expect([path, sitePaths.isReserved(path)]).toEqual([path, true]);
  }
  for (const path of ["/old", "/english", "/apiary", "/rss.xml.html", "/news"]) {
    expect([path, sitePaths.isReserved(path)]).toEqual([path, false]);
  }
});
