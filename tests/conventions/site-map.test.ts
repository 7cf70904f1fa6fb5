import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { siteMap } from "../../app/i18n/site-map.ts";
import { violationReportsPath } from "../../app/http/content-security-policy.ts";
import routes from "../../app/routes.ts";

const createExamplePath = (path: string) =>
  path.replace(/\/\*$/, "/some").replace("*", "-news").replace(":kind", "news").replace(":id", "some");

/** Returns the module files of all routes. */
function listFiles(entries: readonly RouteConfigEntry[]): { file: string; path: string }[] {
  return entries.flatMap(({ file, path = "", children = [] }) => [{ file, path }, ...listFiles(children)]);
}

test("the table marks exactly the routes with an action as accepting POST", () => {
  const withAction = listFiles(routes as RouteConfigEntry[]).filter(({ file }) =>
    /^export async function action\b/m.test(readFileSync(`app/${file}`, "utf8")),
  );
  const expectedPaths = siteMap.filter(({ acceptsPost }) => acceptsPost).map(({ path }) => path);
  expect([...new Set(withAction.map(({ path }) => `/${path}`))].sort()).toEqual(expectedPaths.toSorted());
  expect(expectedPaths).toContain(violationReportsPath);
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

test.each(siteMap)("nginx shares $path if the table shares it", ({ path, type, isShared }) => {
  const addresses =
    type === "page" ? ["", "/en"].map((prefix) => prefix + createExamplePath(path)) : [createExamplePath(path)];
  for (const address of addresses) {
    // nginx has a separate cache for pictures, by their whole URL.
    const isOwn = isShared === false && path !== "/media/*";
    expect([address, getNginxKind(address) === "own"]).toEqual([address, isOwn]);
    if (type === "page") expect([address, getNginxKind(`${address}.data?x=1`) === "own"]).toEqual([address, isOwn]);
  }
});

test("the cache key of nginx contains the query parameters of the table", () => {
  const keys = [...new Set(siteMap.flatMap(({ query = [] }) => query)), "_routes"];
  const queryPattern = readNginxMap("site_query").find(({ value }) => value.includes("$arg_"))!.value;
  expect(queryPattern.split("&").sort()).toEqual(keys.map((key) => `${key}=$arg_${key}`).sort());
});
