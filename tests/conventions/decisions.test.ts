import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
const decisions = files.map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));

const link = String.raw`\[decision \d+\]\(\d{4}-[\w-]+\.md\)`;
const statuses = new RegExp(
  `^Status: (?:superseded by ${link}|accepted\\.(?: Supersedes| Superseded in part by) ${link}(?:, ${link})*|accepted)\\.$`,
);

test("every decision has its number, a status, and three sections in order", () => {
  expect(decisions.length).toBeGreaterThan(30);
  for (const { file, text } of decisions) {
    const [title, , status] = text.split("\n");
    expect(title, file).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
    expect(status, file).toMatch(statuses);
    expect(text.match(/^## .+$/gm), file).toEqual(["## Context", "## Decision", "## Consequences"]);
  }
});

test("superseded decisions have that status, and no others do", () => {
  const getStatus = (file: string) => decisions.find((decision) => decision.file === file)?.text.split("\n")[2] ?? "";
  const findLinked = (status: string, verb: string) =>
    new RegExp(`${verb} (.*)\\.$`).exec(status)?.[1]?.match(/\d{4}-[\w-]+\.md/g) ?? [];
  const listPairs = (verb: string) =>
    files.flatMap((file) => findLinked(getStatus(file), verb).map((linkedFile) => ({ file, other: linkedFile })));
  const successors = listPairs("superseded by").map(({ file, other }) => `${file} by ${other}`);
  const predecessors = listPairs("Supersedes").map(({ file, other }) => `${other} by ${file}`);
  expect(successors.sort()).toEqual(predecessors.sort());
  expect(listPairs("Superseded in part by").filter(({ other }) => !files.includes(other))).toEqual([]);
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
  const rows = table.match(/^\| (?!Package |-)[^|]+\|/gm)!;
  const packageNames = rows.flatMap((row) => row.replace(/\|/g, "").trim().split(", "));
  const files = readdirSync("tests").map((name) => join("tests", name, "package.json"));
  const packages = ["package.json", ...files.filter((file) => existsSync(file))].flatMap(listPackages);
  expect(packages.length).toBeGreaterThan(50);
  expect(packageNames.sort()).toEqual([...new Set(packages)].sort());
});
