import { writeFileSync } from "node:fs";
import { dirname, extname } from "node:path";
import writeExcelFile, { type Cell } from "write-excel-file/node";
import { guardCell } from "./guard-cells.ts";
import { TableError } from "./table-error.ts";

/**
 * Writes a table: `.xlsx`, or `.csv` in UTF-8 as spreadsheets expect it. Every cell is a text.
 * @param rows the headings, then the rows
 * @throws {TableError} if the file exists, or its name has another extension
 */
export async function writeTable(file: string, rows: readonly (readonly string[])[], name: string): Promise<void> {
  const bytes = await createTable(file, rows, name);
  try {
    writeFileSync(file, bytes, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new TableError(`${file} already exists: write to another file with --out.`);
    if (code === "ENOENT")
      throw new TableError(`There is no folder ${dirname(file)}: create it, or write to another one.`);
    throw new TableError(`${file} can't be written (${code}).`);
  }
}

async function createTable(file: string, rows: readonly (readonly string[])[], name: string): Promise<Buffer> {
  const extension = extname(file).toLowerCase();
  if (extension === ".csv") return Buffer.from(`\uFEFF${rows.map(formatCsvLine).join("")}`);
  if (extension === ".xlsx") return createWorkbook(rows, name);
  throw new TableError(`${file} must end with .xlsx or .csv.`);
}

function formatCsvLine(cells: readonly string[]): string {
  const quotedCells = cells.map((cell) => {
    const text = guardCell(cell, "csv");
    return /[",;\t\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quotedCells.join(",")}\r\n`;
}

/** Height of a row in points, so that long texts don't make rows high. */
const rowHeight = 45;

function createWorkbook([head = [], ...rows]: readonly (readonly string[])[], name: string): Promise<Buffer> {
  // Cells of the format “text” keep leading zeros, and texts that look like dates or formulas.
  const asText = { type: String, format: "@", alignVertical: "top", wrap: true } as const;
  const createCell = (text: string): Cell => ({ ...asText, height: rowHeight, value: guardCell(text, "xlsx") });
  const createHeading = (text: string): Cell => ({
    ...asText,
    value: text,
    fontWeight: "bold",
    backgroundColor: "#e8ede4",
  });
  const columns = head.map((_, index) => ({ width: getColumnWidth([head, ...rows].map((row) => row[index] ?? "")) }));
  const options = { sheet: name, columns, stickyRowsCount: 1, stickyColumnsCount: 1 };
  return writeExcelFile([head.map(createHeading), ...rows.map((row) => row.map(createCell))], options).toBuffer();
}

/** Returns the width of a column in characters. */
function getColumnWidth(texts: readonly string[]): number {
  const maxLength = texts.slice(0, 200).reduce((max, text) => Math.max(max, text.split("\n")[0]!.length), 0);
  return Math.min(60, Math.max(14, maxLength + 2));
}
