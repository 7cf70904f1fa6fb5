import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { kinds, type Kind } from "../../app/contract/kinds.ts";
import { createSitePaths, prefixOf } from "../../app/embedded-api/site-paths.ts";
import { locales } from "../../app/i18n/locales.ts";
import routes from "../../app/routes.ts";

const prefixes = Object.values(locales).map(({ prefix }) => prefix.slice(1));

/** Every path of the route table, joined, without the prefix of languages. */
function pathsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path = "", index, children = [] }) => {
    const here = prefixes.includes(path.replace(/\?$/, ""))
      ? above
      : `${above}/${path}`.replace(/\/+$/, "").replace(/\/\*$/, "");
    const own = children.length === 0 || index ? [here || "/"] : [];
    return [...own, ...pathsOf(children, here)];
  });
}

const none = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<Kind, string[]>;
const site = createSitePaths(none, []);
const paths = [...new Set(pathsOf(routes as RouteConfigEntry[]))].filter((path) => !path.includes(":"));

test("what the content takes for pages is what the routes have", () => {
  const pages = paths.filter((path) => !site.isReserved(path.slice(prefixOf(path)?.length ?? 0)));
  expect(pages.toSorted()).toEqual([...site.pages()].toSorted());
});

test("addresses that aren't pages can't be redirected", () => {
  for (const path of ["/api/product/list", "/media/x.png", "/language/en", "/hooks/purge", "/sitemap-news.xml"]) {
    expect([path, site.isReserved(path)]).toEqual([path, true]);
  }
  for (const path of ["/old", "/english", "/apiary", "/rss.xml.html", "/news"]) {
    expect([path, site.isReserved(path)]).toEqual([path, false]);
  }
});
