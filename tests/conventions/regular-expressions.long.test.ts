import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSync } from "recheck";
import { parseAst } from "vite";
import { expect, test } from "vitest";

/** Files whose patterns only match file names at build time, never input from outside. */
const buildOnly = /-plugin\.ts$/;

const files = ["app", "server", "scripts"]
  .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !buildOnly.test(file));

type Expression = { file: string; pattern: string; flags: string };

function findExpressions(file: string): Expression[] {
  const expressions: Expression[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) expressions.push({ file, ...regex });
    else Object.values(node).forEach(walk);
  };
  walk(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }, file));
  return expressions;
}

/** Only the growth is checked, so that the result doesn't depend on the load of the machine. */
const growthOnlyOptions = {
  ...{ timeout: null, attackTimeout: null, incubationTimeout: null, attackLimit: 10_000_000 },
  // A negative limit skips the timed attack in the engine.
  recallTimeout: -1,
};

/** Returns how the time of an expression grows with the length of its text. */
function getGrowth({ pattern, flags }: Pick<Expression, "pattern" | "flags">): string {
  const result = checkSync(pattern, flags, growthOnlyOptions);
  return result.status === "unknown" ? "unknown" : result.complexity.type;
}

test("every regular expression takes linear time", () => {
  const expressions = files.flatMap(findExpressions);
  expect(expressions.length).toBeGreaterThan(100);
  const slowExpressions = expressions.filter((expression) => !["linear", "safe"].includes(getGrowth(expression)));
  expect(slowExpressions.map(({ file, pattern, flags }) => `${file}: /${pattern}/${flags}`)).toEqual([]);
});

test.each([
  [String.raw`\s*;\s*`, ""],
  [String.raw`(?<=.)\/+$`, ""],
  [String.raw`<[^>]*>`, "g"],
])("the check detects that /%s/ takes more than linear time", (pattern, flags) => {
  expect(getGrowth({ pattern, flags })).toBe("polynomial");
});
