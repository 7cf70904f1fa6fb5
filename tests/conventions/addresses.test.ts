import { globSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";

const listPaths = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path = "", children = [] }) => [path, ...listPaths(children)]);

/** First segments of the route table, such as `product`, `contact-us` and `rss.xml`. */
const segments = new Set(listPaths(routes).map((path) => path.split("/")[0]!.replaceAll(".", "\\.")));
const names = [...segments].filter((name) => /^[a-z]/.test(name) && !name.endsWith("?"));
const literal = new RegExp(`(?<!href\\()["\`](/(?:en/)?(?:${names.join("|")}))(?=[/?#"\`])`, "g");

const comment = /\/\*\*[^]*?\*\/|\/\/ .*/g;

const sourceFiles = ["components", "loaders", "routes", "middleware", "services/submissions"].flatMap((folder) =>
  globSync(`app/${folder}/**/*.{ts,tsx}`).filter((file) => !file.includes(".test.")),
);

test("code that renders, loads, sends or redirects contains no literal addresses, because the route table couldn't check them", () => {
  expect(sourceFiles.length).toBeGreaterThan(100);
  const found = sourceFiles.flatMap((file) =>
    [...readFileSync(file, "utf8").replaceAll(comment, "").matchAll(literal)].map(([, path]) => `${file}: ${path}`),
  );
  expect(found).toEqual([]);
});
