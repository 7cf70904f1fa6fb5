import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, vi } from "vitest";
import type { TableName } from "../../app/services/content/tables/columns.ts";
import { exportTable } from "../../app/services/content/tables/export-table.ts";
import { importTable } from "../../app/services/content/tables/import-table.ts";
import { csv } from "./product-table.ts";
import { testContent } from "./test-content.ts";
import type { Cell } from "./workbook.ts";

/** The day on which tables are imported. */
const today = "2026-11-20";

/** Gives each test of a file its own copy of the content, for exporting and importing tables. Call it at the top of the file. */
export function setUpTableImport(content = testContent) {
  // Each test reads or copies the whole content, which is slow on a busy machine.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "import-test-"));
    cpSync(content, inContent(), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const inFolder = (name: string) => join(folder, name);
  const inContent = (name = "") => join(folder, "content", name);
  const save = (name: string, data: string | Uint8Array): string => {
    writeFileSync(inFolder(name), data);
    return inFolder(name);
  };
  const run = (table: TableName, file: string, shouldWrite = false) =>
    importTable(table, file, { root: inContent(), shouldWrite, today });
  return {
    /** Returns the path of a file beside the content. */
    inFolder,
    /** Returns the path of a file in the copy of the content. */
    inContent,
    save,
    run,
    read: (name: string) => readFileSync(inContent(name), "utf8"),

    /** Returns the text of every file of the copy, by its path. */
    snapshot(): Record<string, string> {
      const files = readdirSync(inContent(), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      const paths = files.map((file) => join(file.parentPath, file.name));
      return Object.fromEntries(paths.map((path) => [path.slice(inContent().length), readFileSync(path, "utf8")]));
    },

    /** Exports a table as CSV. @returns functions that read and change its cells, by id and English heading, and import it */
    async exported(table: TableName) {
      const file = inFolder(`${table}.csv`);
      if (existsSync(file)) rmSync(file);
      await exportTable(table, file, inContent());
      const [head, ...rows] = parse(readFileSync(file), { bom: true }) as [string[], ...string[][]];
      const findColumn = (heading: string) => {
        const index = head.findIndex((label) => label === heading || label.endsWith(` / ${heading}`));
        if (index === -1) throw new Error(`There is no column ${heading}.`);
        return index;
      };
      const findRow = (id: string) => rows.find((row) => row[0] === id)!;
      return {
        head,
        rows,
        get: (id: string, heading: string) => findRow(id)[findColumn(heading)]!,
        set: (id: string, heading: string, text: string) => void (findRow(id)[findColumn(heading)] = text),
        cells: (): Cell[][] => [head, ...rows],
        import: (shouldWrite = false) => run(table, save(`${table}-changed.csv`, csv([head, ...rows])), shouldWrite),
      };
    },
  };
}
