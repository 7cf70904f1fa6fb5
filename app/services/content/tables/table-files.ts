import { isUtf8 } from "node:buffer";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import readExcelFile from "read-excel-file/node";
import writeExcelFile, { type Cell } from "write-excel-file/node";
import { UsageError } from "../../runtime/usage-error.ts";
import { cleanText } from "./cells.ts";

/** A row with its number as a spreadsheet shows it, from 1. */
export type TableRow = { line: number; cells: string[] };

const maxFileBytes = 50_000_000;

/** Reads the rows of a CSV file, or of the first sheet of an Excel file, that aren't empty. @throws {UsageError} */
export async function readTable(file: string): Promise<TableRow[]> {
  try {
    if (statSync(file).size > maxFileBytes) throw new Error(`it has more than ${maxFileBytes / 1_000_000} MB`);
    const bytes = readFileSync(file);
    const isExcel = bytes.toString("latin1", 0, 2) === "PK";
    const rows = isExcel ? await readWorkbook(bytes) : readCsv(bytes);
    const numberedRows = rows.map((cells, index) => ({ line: index + 1, cells: cells.map(cleanText) }));
    return numberedRows.filter(({ cells }) => cells.some(Boolean));
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`);
  }
}

async function readWorkbook(bytes: Buffer): Promise<string[][]> {
  const [sheet] = await readExcelFile(bytes, { parseNumber: String });
  return (sheet?.data ?? []).map((row) => row.map(toText));
}

function toText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace("T00:00:00.000Z", "");
  return cell === null ? "" : String(cell as string | boolean);
}

function readCsv(bytes: Buffer): string[][] {
  const text = decode(bytes);
  const head = text.slice(0, text.indexOf("\n"));
  const delimiter = ["\t", ";"].find((one) => head.includes(one)) ?? ",";
  const rows: string[][] = parse(text, { bom: true, delimiter, relax_column_count_less: true });
  return rows.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t＝＋－＠])/, "")));
}

/** Excel saves CSV as UTF-8, as UTF-16, or in the encoding of the system, which is GB18030 in China. */
function decode(bytes: Buffer): string {
  if (bytes.toString("latin1", 0, 2) === "\u00ff\u00fe") return new TextDecoder("utf-16le").decode(bytes);
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "gb18030", { fatal: true }).decode(bytes);
}

/**
 * Writes a table: `.xlsx`, or `.csv` in UTF-8 with the byte order mark that Excel expects. Every cell is a text.
 * @param rows the headings, then the rows
 * @throws {UsageError} if the file exists or can't be written
 */
export async function writeTable(file: string, rows: readonly (readonly string[])[], sheet: string): Promise<void> {
  const extension = extname(file).toLowerCase();
  if (extension !== ".csv" && extension !== ".xlsx") throw new UsageError(`${file} must end with .xlsx or .csv.`);
  // A spreadsheet would read some texts of a CSV file as formulas. An apostrophe before them is the library's guard.
  const csvOptions = { bom: true, record_delimiter: "windows", escape_formulas: true };
  const bytes = extension === ".csv" ? stringify([...rows], csvOptions) : await createWorkbook(rows, sheet);
  try {
    writeFileSync(file, bytes, { flag: "wx" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new UsageError(`${file} already exists: write to another file with --out.`);
    throw new UsageError(`${file} can't be written: ${message}`);
  }
}

function createWorkbook([head = [], ...rows]: readonly (readonly string[])[], sheet: string): Promise<Buffer> {
  // Cells of the format “text” keep leading zeros, and texts that look like dates or formulas.
  const asText = { type: String, format: "@", alignVertical: "top", wrap: true } as const;
  const createHeading = (value: string): Cell => ({ ...asText, value, fontWeight: "bold" });
  // The height in points keeps long texts from making rows high.
  const createCell = (value: string): Cell => ({ ...asText, value, height: 45 });
  const columns = head.map((heading) => ({ width: Math.max(24, heading.length) }));
  const options = { sheet, columns, stickyRowsCount: 1, stickyColumnsCount: 1 };
  return writeExcelFile([head.map(createHeading), ...rows.map((row) => row.map(createCell))], options).toBuffer();
}
