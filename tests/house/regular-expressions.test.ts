import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSync } from "recheck";
import { parseAst } from "vite";
import { expect, test } from "vitest";

/** Run on names of files while building, and never on what comes from outside. */
const buildOnly = /-plugin\.ts$/;

const files = ["app", "server"]
  .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !buildOnly.test(file));

type Expression = { file: string; pattern: string; flags: string };

/** The regular expressions that a file spells out. */
function expressionsIn(file: string): Expression[] {
  const found: Expression[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) found.push({ file, ...regex });
    else Object.values(node).forEach(walk);
  };
  walk(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }, file));
  return found;
}

/** How the time of an expression grows with the text that it is run on. */
function growth({ pattern, flags }: Pick<Expression, "pattern" | "flags">): string {
  const result = checkSync(pattern, flags, { timeout: 20_000 });
  return result.status === "unknown" ? "unknown" : result.complexity.type;
}

test("no regular expression takes more time than in proportion to its text", { timeout: 120_000 }, () => {
  const all = files.flatMap(expressionsIn);
  expect(all.length).toBeGreaterThan(100);
  const slow = all.filter((one) => !["linear", "safe"].includes(growth(one)));
  expect(slow.map(({ file, pattern, flags }) => `${file}: /${pattern}/${flags}`)).toEqual([]);
});

test.each([
  [String.raw`\s*;\s*`, ""],
  [String.raw`(?<=.)\/+$`, ""],
  [String.raw`<[^>]*>`, "g"],
])("/%s/ is seen to take longer", (pattern, flags) => {
  expect(growth({ pattern, flags })).toBe("polynomial");
});
