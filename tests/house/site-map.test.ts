import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { siteMap } from "../../app/i18n/site-map.ts";
import { violationReportsPath } from "../../app/platform/content-security-policy.ts";
import routes from "../../app/routes.ts";

/** An address of a row, as somebody would ask for it. */
const example = (path: string) =>
  path.replace(/\/\*$/, "/some").replace("*", "-news").replace(":kind", "news").replace(":id", "some");

/** The modules of all routes. */
function filesOf(entries: readonly RouteConfigEntry[]): { file: string; path: string }[] {
  return entries.flatMap(({ file, path = "", children = [] }) => [{ file, path }, ...filesOf(children)]);
}

test("what takes a form in the table is what has an action", () => {
  const withAction = filesOf(routes as RouteConfigEntry[]).filter(({ file }) =>
    /^export async function action\b/m.test(readFileSync(`app/${file}`, "utf8")),
  );
  const wanted = siteMap.filter(({ takesForm }) => takesForm).map(({ path }) => path);
  expect([...new Set(withAction.map(({ path }) => `/${path}`))].sort()).toEqual(wanted.toSorted());
  expect(wanted).toContain(violationReportsPath);
});

/** The lines of a map of nginx, in their order: patterns and what they stand for. */
function nginxMap(name: string): { pattern: RegExp | undefined; value: string }[] {
  const conf = readFileSync("deploy/nginx/http.conf", "utf8");
  const block = new RegExp(`^map [^\\n]* \\$${name} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(conf)![1]!;
  return [...block.matchAll(/^ +(?:"~(.+?)"|default|"") +"?([^";]*)"?;$/gm)].map(([line, pattern, value]) => ({
    pattern: pattern === undefined ? (line.includes("default") ? undefined : /^$/) : new RegExp(pattern),
    value: value!,
  }));
}

const kindLines = nginxMap("site_kind");
const nginxKind = (address: string) =>
  (kindLines.find(({ pattern }) => pattern?.test(address)) ?? kindLines.at(-1)!).value;

test.each(siteMap)("nginx shares $path as the table says", ({ path, is, isShared }) => {
  const addresses = is === "page" ? ["", "/en"].map((prefix) => prefix + example(path)) : [example(path)];
  for (const address of addresses) {
    // Pictures have a cache of their own in nginx, by their whole address.
    const isOwn = isShared === false && path !== "/media/*";
    expect([address, nginxKind(address) === "own"]).toEqual([address, isOwn]);
    if (is === "page") expect([address, nginxKind(`${address}.data?x=1`) === "own"]).toEqual([address, isOwn]);
  }
});

test("nginx keeps pages by the keys of a query that decide what they show", () => {
  const keys = [...new Set(siteMap.flatMap(({ query = [] }) => query)), "_routes"];
  const found = nginxMap("site_query").find(({ value }) => value.includes("$arg_"))!.value;
  expect(found.split("&").sort()).toEqual(keys.map((key) => `${key}=$arg_${key}`).sort());
});
