import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";

/**
 * Who may import whom: the table of docs/architecture.md. A room may always import itself.
 * `tests` may import all, and stands nowhere: nothing imports it.
 */
const rooms: Record<string, readonly string[]> = {
  "app/contract": ["app/i18n/locales.ts"],
  "app/platform": [],
  "app/i18n": [],
  "app/plates": [],
  "app/services": ["app/contract", "app/platform", "app/i18n/locales.ts"],
  "app/backend-kit": ["app/contract", "app/services", "app/platform", "app/i18n/locales.ts"],
  "app/embedded-api": [
    "app/contract",
    "app/platform",
    "app/plates",
    "app/submissions",
    "app/i18n/locales.ts",
    "app/i18n/pages.ts",
  ],
  "app/submissions": ["app/contract", "app/platform", "app/i18n/locales.ts"],
  // Of the contract, types and the plain lists: zod stays on the server.
  "app/components": [
    "app/i18n",
    "app/contract/kinds.ts",
    "app/contract/limits.ts",
    "app/contract/pictures.ts",
    "app/contract/defined.ts",
    "app/contract/preview.ts",
    "type:app/contract",
  ],
  "app/routes": [
    "app/services",
    "app/submissions",
    "app/components",
    "app/i18n",
    "app/contract",
    "app/platform",
    "app/compose.server.ts",
  ],
  server: ["app/platform", "app/i18n/locales.ts", "app/i18n/last-resort.ts"],
};

type Import = { file: string; target: string; isType: boolean };

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).split(sep).join("/"));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, "utf8");
  const statements =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/g;
  return [...source.matchAll(statements)]
    .map(([, type, from, dynamic]) => ({ path: (from ?? dynamic)!, isType: Boolean(type) }))
    .filter(({ path }) => !path.includes("+types"))
    .map(({ path, isType }) => ({
      file,
      target: relative(".", join(dirname(file), path))
        .split(sep)
        .join("/"),
      isType,
    }));
}

function roomOf(path: string): string | undefined {
  return Object.keys(rooms).find((room) => path.startsWith(`${room}/`));
}

function isAllowed({ file, target, isType }: Import): boolean {
  const room = roomOf(file)!;
  const isTest = /\.test\.tsx?$/.test(file);
  if (target.startsWith(`${room}/`) || (isTest && target.startsWith("tests/"))) return true;
  return rooms[room]!.some((allowed) => {
    const path = allowed.replace(/^type:/, "");
    return (isType || isTest || path === allowed) && (target === path || target.startsWith(`${path}/`));
  });
}

const files = [...sourceFiles("app"), ...sourceFiles("server")];

test("no room imports what the table doesn't allow", () => {
  const imports = files.filter((file) => roomOf(file)).flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(200);
  const broken = imports.filter((one) => !isAllowed(one)).map(({ file, target }) => `${file} → ${target}`);
  expect(broken).toEqual([]);
});

test("what reads spreadsheets is for one command, and never loaded by the server", () => {
  const folder = "app/embedded-api/importing/";
  const isOfImport = (file: string) =>
    file.startsWith(folder) || file === "app/embedded-api/commands/import-products.ts";
  const others = files.filter((file) => !isOfImport(file));
  expect(others.length).toBeLessThan(files.length - 5);
  expect(others.flatMap(importsOf).filter(({ target }) => target.startsWith(folder))).toEqual([]);
  const readers = /from "(?:csv-parse|read-excel-file)[/"]/;
  expect(others.filter((file) => readers.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("only the files that join rooms stand outside of them", () => {
  const outside = files.filter((file) => !roomOf(file) && !file.startsWith("app/styles/"));
  expect(outside.sort()).toEqual([
    "app/compose.server.ts",
    "app/entry.client.tsx",
    "app/entry.server.tsx",
    "app/root.tsx",
    "app/routes.ts",
  ]);
});

test("no file is a drawer, and none is longer than 300 lines", () => {
  expect(
    files.filter(
      (file) => /(^|\/)(utils?|helpers?|misc|common|index)(\/|\.tsx?$)/.test(file) && !file.includes("/messages/"),
    ),
  ).toEqual([]);
  const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 301);
  expect(long).toEqual([]);
});

test("every room says in a README what belongs in it", () => {
  for (const room of Object.keys(rooms)) expect(readdirSync(room)).toContain("README.md");
});
