import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { formatCell, parseCell } from "./cells.ts";
import { getColumns, tableNames } from "./columns.ts";
import { exportTable } from "./export-table.ts";
import { importTable } from "./import-table.ts";
import { readNames } from "./names.ts";
import { locateField, readStoredItems } from "./stored-items.ts";
import { setField } from "./text-file.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const folders = [testContent, "content"];
const testFolder = mkdtempSync(join(tmpdir(), "round-trip-"));
afterAll(() => rmSync(testFolder, { recursive: true }));

function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), readFileSync(path, "latin1")]));
}

test.each(folders)("exporting %s and importing it again changes no byte", async (folder) => {
  const root = join(testFolder, folder);
  cpSync(folder, root, { recursive: true });
  for (const table of tableNames) {
    for (const extension of ["xlsx", "csv"]) {
      const file = join(testFolder, `${folder.replaceAll("/", "-")}-${table}.${extension}`);
      const rows = await exportTable(table, file, root);
      const result = await importTable(table, file, { root, shouldWrite: true, today: "2026-11-20" });
      expect([table, extension, result.problems, result.leftOut, result.notes]).toEqual([table, extension, [], [], []]);
      expect([result.rows, result.unchanged, result.missing, result.isWritten]).toEqual([rows, rows, 0, false]);
    }
  }
  expect(snapshot(root)).toEqual(snapshot(folder));
});

test.each(folders)("every cell of %s is read back as the original value", (folder) => {
  let count = 0;
  for (const table of tableNames) {
    const names = readNames(table, folder);
    const columns = getColumns(table);
    for (const item of readStoredItems(table, folder)) {
      for (const column of columns) {
        const value = item.get(column);
        const cell = formatCell(value, column, names);
        const isEmpty = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
        expect([item.id, column.path, parseCell(cell, column, names)]).toEqual([
          item.id,
          column.path,
          { value: isEmpty ? undefined : typeof value === "string" ? value.trim() : value },
        ]);
        count++;
      }
    }
  }
  expect(count).toBeGreaterThan(500);
});

test.each(folders)("writing a field of %s again changes no other line", (folder) => {
  for (const table of tableNames) {
    const columns = getColumns(table);
    for (const item of readStoredItems(table, folder).slice(0, 12)) {
      for (const column of columns) {
        const value = item.get(column);
        if (value === undefined) continue;
        const { file, path } = locateField(table, item.id, column);
        const before = readFileSync(join(folder, file), "utf8");
        expect(setField(file, before, path, value)).toBe(before);
      }
    }
  }
});
