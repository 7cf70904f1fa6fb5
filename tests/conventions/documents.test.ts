import { existsSync, globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { variableNames } from "#app/services/runtime/environment.ts";
import { listOwnEntries } from "#tests/setup/content/own-entries.ts";

const skippedPaths = /(^|\/)(build|\.git|\.react-router|content|public)(\/|$)/;

const documents = listOwnEntries(".")
  .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
  .map((entry) => join(entry.parentPath, entry.name).split(sep).join("/"))
  .filter((file) => !skippedPaths.test(file));

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
/** Source code that reads or sets environment variables. */
const environmentCode = [
  "app/services/runtime/environment.ts",
  "tests/bench/run.ts",
  "tests/setup/browser/chromium.ts",
  "tests/setup/database/postgres.ts",
  "package.json",
]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Returns the code in a document, from spans and blocks. */
function findCode(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const blocks = [...text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)].flatMap(([, block]) => block!.split("\n"));
  const spans = [...text.replace(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...blocks, ...spans];
}

test("there are documents to check", () => {
  expect(documents).toContain("README.md");
  expect(documents.length).toBeGreaterThan(10);
});

/** Lists the files and folders that a document's reader creates. */
function listCreatedFiles(file: string): string[] {
  const matches = [...readFileSync(file, "utf8").matchAll(/\b(?:Write|Copy\s+`[^`]+`\s+to)\s+`([^`]+)`/g)];
  return matches.map(([, path]) => path!);
}

test.each(documents)("%s: every path exists", (file) => {
  const createdFiles = listCreatedFiles(file);
  const namedPaths = findCode(file)
    .flatMap((text) => text.match(/(?<![\w./:-])(?:app|content|server|tests|docs|public|deploy)\/[\w./{}*-]+/g) ?? [])
    .filter((path) => !/[{}*]/.test(path))
    .map((path) => path.replace(/[.,:]+$/, ""));
  const isGenerated = (path: string) =>
    createdFiles.some((createdFile) => `${createdFile}/`.startsWith(`${path.replace(/\/$/, "")}/`));
  // Items needn't exist, because the owner may delete them.
  const isItem = (path: string) => kinds.some((kind) => path.startsWith(`content/${kind}/`));
  const exists = (path: string) => existsSync(path) || isGenerated(path) || isItem(path);
  expect(namedPaths.filter((path) => !exists(path))).toEqual([]);
});

test.each(documents)("%s: every link to a file has a target", (file) => {
  const prose = readFileSync(file, "utf8").replace(/```[\s\S]*?```|`[^`\n]+`/g, "");
  const links = [...prose.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!);
  expect(links.filter((target) => !existsSync(join(file, "..", target)))).toEqual([]);
});

test.each(documents)("%s: every npm script exists", (file) => {
  const scriptNames = findCode(file).flatMap((text) => [
    ...text.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g),
  ]);
  expect(scriptNames.map(([, script, builtIn]) => script ?? builtIn!).filter((name) => !scripts[name])).toEqual([]);
});

test.each(documents)("%s: the code reads every variable", (file) => {
  const variableNames = findCode(file).flatMap(
    (text) => text.match(/^[A-Z][A-Z]+(_[A-Z]+)+(?==|$)|^(PORT|HOST)$/g) ?? [],
  );
  expect(variableNames.filter((name) => !environmentCode.includes(name))).toEqual([]);
});

/** Returns the names in the first cells of a document's tables. */
const listFirstCells = (file: string, pattern: RegExp) =>
  [...readFileSync(file, "utf8").matchAll(pattern)].flatMap(([, cell]) => cell!.trim().split(", ")).sort();

test("docs/configuration.md lists every variable, and no other", () => {
  expect(listFirstCells("docs/configuration.md", /^\| `([A-Z\d_]+)`/gm)).toEqual([...variableNames].sort());
});

test("decision 11 lists every package, and no other", () => {
  const packages = ["package.json", ...globSync("tests/*/package.json")].flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8"));
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const listedPackages = listFirstCells("docs/decisions/0011-dependencies.md", /^\| (?!Packages |-)([^|]+)\|/gm);
  expect(listedPackages).toEqual([...new Set(packages)].sort());
});
