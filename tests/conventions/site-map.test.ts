import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { filePattern } from "#app/i18n/site-map.ts";
import { getPattern, withoutPrefix } from "#app/http/page-keys.ts";
import { repositoryName } from "#app/routes/desk/editor/gitea-calls.server.ts";
import { loadRouteModules } from "../setup/keyed-routes.ts";

const routes = await loadRouteModules();
const prefixes = localeCodes.flatMap((code) => locales[code].prefix.slice(1) || []);

test("`filePattern` matches the routes of all files and endpoints, and no page", () => {
  const patterns = Object.keys(routes).map((id) => getPattern(routes, id));
  // Leaves out layouts without a path, because they have no address.
  for (const pattern of patterns.filter(Boolean)) {
    const path = `/${withoutPrefix(pattern)}`;
    const isPage = prefixes.includes(pattern.split("/")[0]!.replace("?", "")) && !path.endsWith("/rss.xml");
    expect([path, filePattern.test(path)]).toEqual([path, !isPage]);
  }
});

test("nginx and Caddy allow a large body where the desk saves", () => {
  const path = `/desk/api/v1/repos/${repositoryName}/contents`;
  expect(readFileSync("deploy/nginx/site.conf", "utf8")).toContain(`location = ${path} {`);
  expect(readFileSync("deploy/caddy/Caddyfile", "utf8")).toContain(`not path ${path}\n`);
});
