import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";

const skipped = /(^|\/)(node_modules|build|\.git|\.react-router|content|public)(\/|$)/;

const documents = readdirSync(".", { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
  .map((entry) => join(entry.parentPath, entry.name).split(sep).join("/"))
  .filter((file) => !skipped.test(file));

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
/** Where variables are read, and where `npm start` sets those of the C library. */
const environment = [
  "app/platform/environment.ts",
  "tests/setup/chromium.ts",
  "tests/setup/postgres.ts",
  "package.json",
]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Everything in a document that is set as code, by span or block. */
function code(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const blocks = [...text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)].flatMap(([, block]) => block!.split("\n"));
  const spans = [...text.replace(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...blocks, ...spans];
}

test("there are documents to check", () => {
  expect(documents).toContain("README.md");
  expect(documents.length).toBeGreaterThan(10);
});

/** Files and folders that a document has its reader make. */
function made(file: string): string[] {
  const found = [...readFileSync(file, "utf8").matchAll(/\b(?:Write|Copy\s+`[^`]+`\s+to)\s+`([^`]+)`/g)];
  return found.map(([, path]) => path!);
}

test.each(documents)("%s: every path that it names exists", (file) => {
  const own = made(file);
  const named = code(file)
    .flatMap((text) => text.match(/(?<![\w./:-])(?:app|content|server|tests|docs|public|deploy)\/[\w./{}*-]+/g) ?? [])
    .filter((path) => !/[{}*]/.test(path))
    .map((path) => path.replace(/[.,:]+$/, ""));
  const isMade = (path: string) => own.some((one) => `${one}/`.startsWith(`${path.replace(/\/$/, "")}/`));
  const isThere = (path: string) => existsSync(path) || isMade(path);
  expect(named.filter((path) => !isThere(path) && !path.startsWith("public/plates"))).toEqual([]);
});

test.each(documents)("%s: every link to a file leads to one", (file) => {
  const links = [...readFileSync(file, "utf8").matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!);
  expect(links.filter((target) => !existsSync(join(file, "..", target)))).toEqual([]);
});

test.each(documents)("%s: every npm script that it names exists", (file) => {
  const named = code(file).flatMap((text) => [...text.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)]);
  expect(named.map(([, script, builtIn]) => script ?? builtIn!).filter((name) => !scripts[name])).toEqual([]);
});

test.each(documents)("%s: every variable that it names is read", (file) => {
  const named = code(file).flatMap((text) => text.match(/^[A-Z][A-Z]+(_[A-Z]+)+(?==|$)|^(PORT|HOST)$/g) ?? []);
  expect(named.filter((name) => !environment.includes(name))).toEqual([]);
});
