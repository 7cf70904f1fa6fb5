import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getPattern, withoutPrefix } from "#app/http/page-keys.ts";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { filePattern } from "#app/i18n/site-map.ts";
import { repositoryName } from "#app/routes/desk/editor/gitea-calls.server.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import { openPublicFiles } from "#app/services/content/files/public-files.ts";
import { createSitePaths } from "#app/services/content/files/site-paths.ts";
import { loadRouteModules } from "#tests/setup/routes/keyed-routes.ts";

const routes = await loadRouteModules();
const prefixes = localeCodes.flatMap((code) => locales[code].prefix.slice(1) || []);
/** Patterns of the routes with a path, without those of layouts. */
const patterns = Object.keys(routes).flatMap((id) => getPattern(routes, id) || []);
const isPage = (pattern: string) =>
  prefixes.includes(pattern.split("/")[0]!.replace("?", "")) && !pattern.endsWith("/rss.xml");

test("`filePattern` matches the routes of all files and endpoints, and no page", () => {
  for (const pattern of patterns) {
    const path = `/${withoutPrefix(pattern)}`;
    expect([path, filePattern.test(path)]).toEqual([path, !isPage(pattern)]);
  }
});

test("content can link to the routes of all pages without parameters, and to no others", () => {
  const categories = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<Kind, []>;
  const sitePaths = createSitePaths(categories, [], { files: openPublicFiles("") });
  const paths = patterns.filter(isPage).map((pattern) => `/${withoutPrefix(pattern).replace(/\/(?:\*|:\w+\?)$/, "")}`);
  const pages = paths.filter((path) => !/[:*]/.test(path) && !sitePaths.isReserved(path));
  expect([...new Set(pages)].sort()).toEqual([...sitePaths.pages()].sort());
});

test("nginx and Caddy allow a large body where the desk saves", () => {
  const path = `/desk/api/v1/repos/${repositoryName}/contents`;
  expect(readFileSync("deploy/nginx/site.conf", "utf8")).toContain(`location = ${path} {`);
  expect(readFileSync("deploy/caddy/Caddyfile", "utf8")).toContain(`not path ${path}\n`);
});
