import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
const decisions = files.map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));

test("every decision has its number, a status, three sections in order, and at most 250 words", () => {
  expect(decisions.length).toBeLessThanOrEqual(17);
  for (const { file, text } of decisions) {
    const [title, , status] = text.split("\n");
    expect(title, file).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
    expect(status, file).toBe("Status: accepted.");
    expect(text.match(/^## .+$/gm), file).toEqual(["## Context", "## Decision", "## Consequences"]);
    expect(text.split(/[\s|]+/).length, file).toBeLessThanOrEqual(260);
  }
});

function listPackages(file: string): string[] {
  type Packages = Record<string, string> | undefined;
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8")) as Record<
    string,
    Packages
  >;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

test("the table of decision 11 has every dependency, and no other package", () => {
  const table = decisions.find(({ file }) => file.startsWith("0011-"))!.text;
  const rows = table.match(/^\| (?!Packages |-)[^|]+\|/gm)!;
  const packageNames = rows.flatMap((row) => row.replace(/\|/g, "").trim().split(", "));
  const files = readdirSync("tests").map((name) => join("tests", name, "package.json"));
  const packages = ["package.json", ...files.filter((file) => existsSync(file))].flatMap(listPackages);
  expect(packages.length).toBeGreaterThan(40);
  expect(packageNames.sort()).toEqual([...new Set(packages)].sort());
});
