import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { localeCodes, locales } from "../../app/i18n/locales.ts";
import { filePattern } from "../../app/i18n/site-map.ts";
import { postPaths } from "../../app/middleware/reject-unexpected-posts.ts";
import { withoutPrefix } from "../../app/http/shared-page.ts";
import { repositoryName } from "../../app/routes/desk/editor/gitea-calls.server.ts";
import { loadRouteModules } from "../setup/keyed-routes.ts";

/** Prefixes of the languages after the first two, whose routes are the same. nginx doesn't know them. */
const [, ...furtherPrefixes] = localeCodes.flatMap((code) => locales[code].prefix.slice(1) || []);
const allRoutes = await loadRouteModules();
const routes = allRoutes.filter(({ pattern }) => pattern !== "" && !furtherPrefixes.includes(pattern.split("/")[0]!));

test("exactly the routes with an action accept POST", () => {
  const withAction = routes
    .filter(({ pattern, hasAction }) => hasAction && !pattern.startsWith("desk"))
    .map(({ pattern }) => `/${withoutPrefix(pattern)}`);
  expect(withAction.sort()).toEqual([...postPaths].sort());
});

test("the table of addresses has every file and endpoint, and no page", () => {
  for (const { pattern } of routes) {
    const path = `/${withoutPrefix(pattern)}`;
    const isFile = !pattern.startsWith("en?") && path !== "/en/rss.xml";
    expect([path, filePattern.test(path)]).toEqual([path, isFile]);
  }
});

/** Returns the lines of an nginx map in order: patterns and values. */
function readNginxMap(name: string): { pattern: RegExp | undefined; value: string }[] {
  const conf = readFileSync("deploy/nginx/http.conf", "utf8");
  const block = new RegExp(`^map [^\\n]* \\$${name} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(conf)![1]!;
  return [...block.matchAll(/^ +(?:"~(.+?)"|default|"") +"?([^";]*)"?;$/gm)].map(([line, pattern, value]) => ({
    pattern: pattern === undefined ? (line.includes("default") ? undefined : /^$/) : new RegExp(pattern),
    value: value!,
  }));
}

const kindLines = readNginxMap("site_kind");
const getNginxKind = (address: string) =>
  (kindLines.find(({ pattern }) => pattern?.test(address)) ?? kindLines.at(-1)!).value;

const createExample = (pattern: string) =>
  `/${pattern.replace(":number?", "HQ1").replace(/:\w+/g, "some").replace("*", "some")}`;

test.each(routes)("nginx shares $pattern if the page cache does", (route) => {
  const isPage = route.pattern.startsWith("en?");
  // nginx has a separate cache for pictures, by their whole URL.
  const isOwn = route.pattern.startsWith("desk") || (route.handle?.isShared === false && route.id !== "media");
  for (const prefix of isPage ? ["", "en/"] : [""]) {
    const address = createExample(prefix + (isPage ? withoutPrefix(route.pattern) : route.pattern));
    expect([address, getNginxKind(address) === "own"]).toEqual([address, isOwn]);
    if (isPage && address !== "/")
      expect([address, getNginxKind(`${address}.data?x=1`) === "own"]).toEqual([address, isOwn]);
  }
});

test("nginx and Caddy allow a large body where the desk saves", () => {
  const path = `/desk/api/v1/repos/${repositoryName}/contents`;
  expect(readFileSync("deploy/nginx/site.conf", "utf8")).toContain(`location = ${path} {`);
  expect(readFileSync("deploy/caddy/Caddyfile", "utf8")).toContain(`not path ${path}\n`);
});

test("the cache key of nginx contains the query parameters of all routes", () => {
  const keys = [...new Set(routes.flatMap(({ handle }) => handle?.query ?? [])), "_routes"];
  const queryPattern = readNginxMap("site_query").find(({ value }) => value.includes("$arg_"))!.value;
  expect(queryPattern.split("&").sort()).toEqual(keys.map((key) => `${key}=$arg_${key}`).sort());
});
