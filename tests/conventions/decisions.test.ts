import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

function listPackages(file: string): string[] {
  type Packages = Record<string, string> | undefined;
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8")) as Record<
    string,
    Packages
  >;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

test("the table of decision 11 has every dependency, and no other package", () => {
  const table = readFileSync("docs/decisions/0011-dependencies.md", "utf8");
  const rows = table.match(/^\| (?!Packages |-)[^|]+\|/gm)!;
  const packageNames = rows.flatMap((row) => row.replace(/\|/g, "").trim().split(", "));
  const files = readdirSync("tests").map((name) => join("tests", name, "package.json"));
  const packages = ["package.json", ...files.filter((file) => existsSync(file))].flatMap(listPackages);
  expect(packages.length).toBeGreaterThan(40);
  expect(packageNames.sort()).toEqual([...new Set(packages)].sort());
});
