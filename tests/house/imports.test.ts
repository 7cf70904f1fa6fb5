import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { mayImport } from "../setup/rooms.ts";

type Import = { file: string; target: string; isType: boolean };

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).split(sep).join("/"));
}

function findImports(file: string): Import[] {
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

function findRoom(path: string): string | undefined {
  return Object.keys(mayImport).find((room) => path.startsWith(`${room}/`));
}

function isAllowed({ file, target, isType }: Import): boolean {
  const room = findRoom(file)!;
  const isTest = /\.test\.tsx?$/.test(file);
  if (target.startsWith(`${room}/`) || (isTest && target.startsWith("tests/"))) return true;
  return mayImport[room]!.some((allowedPath) => {
    const path = allowedPath.replace(/^type:/, "");
    return (isType || isTest || path === allowedPath) && (target === path || target.startsWith(`${path}/`));
  });
}

const files = [...sourceFiles("app"), ...sourceFiles("server"), ...sourceFiles("tools")];

test("no room imports what the table doesn't allow", () => {
  const imports = files.filter((file) => findRoom(file)).flatMap(findImports);
  expect(imports.length).toBeGreaterThan(200);
  const brokenImports = imports.filter((entry) => !isAllowed(entry)).map(({ file, target }) => `${file} → ${target}`);
  expect(brokenImports).toEqual([]);
});

test("only two commands load the code for spreadsheets, and the server never does", () => {
  const folder = "app/embedded-api/tables/";
  const commands = ["app/embedded-api/commands/export.ts", "app/embedded-api/commands/import.ts"];
  const otherFiles = files.filter((file) => !file.startsWith(folder) && !commands.includes(file));
  expect(otherFiles.length).toBeLessThan(files.length - 5);
  expect(otherFiles.flatMap(findImports).filter(({ target }) => target.startsWith(folder))).toEqual([]);
  const readers = /from "(?:csv-parse|read-excel-file|write-excel-file)[/"]/;
  const sources = otherFiles.filter((file) => !/\.test\.tsx?$/.test(file));
  expect(sources.filter((file) => readers.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("only the files that join rooms are outside of rooms", () => {
  const outsideFiles = files.filter((file) => !findRoom(file) && !file.startsWith("app/styles/"));
  expect(outsideFiles.sort()).toEqual([
    "app/compose.server.ts",
    "app/entry.client.tsx",
    "app/entry.server.tsx",
    "app/root.tsx",
    "app/routes.ts",
  ]);
});

test("no file is named utils, helpers, misc or common, and none is longer than 300 lines", () => {
  expect(
    files.filter(
      (file) => /(^|\/)(utils?|helpers?|misc|common|index)(\/|\.tsx?$)/.test(file) && !file.includes("/messages/"),
    ),
  ).toEqual([]);
  const longFiles = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 301);
  expect(longFiles).toEqual([]);
});

test("every room says in a README what belongs in it", () => {
  for (const room of Object.keys(mayImport)) expect(readdirSync(room)).toContain("README.md");
});
