import { readFileSync, statSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";
import { cleanText } from "./cells.ts";
import { unguardCell } from "./guard-cells.ts";
import { readWorkbook } from "./read-workbook.ts";
import { TableError } from "./table-error.ts";

/** A row of a table. */
export type TableRow = {
  /** Its number as a spreadsheet shows it, from 1. */
  line: number;
  cells: string[];
  /** Indexes of cells that the spreadsheet stores as dates. */
  dates?: ReadonlySet<number>;
};

/** A table whose cells are texts. */
export type Table = {
  headings: string[];
  rows: TableRow[];
  /** Sentences about what wasn't read. */
  notes: string[];
};

/** Limits of a table. A larger file is refused before it is read. */
export const tableLimits = { fileBytes: 50_000_000, rows: 100_000, columns: 500 };

/** The start of pictures, PDFs and web pages, which people rename or download as tables. */
const otherFileTypes = /^(?:\x89PNG|\xff\xd8\xff|GIF8|%PDF|(?:\xef\xbb\xbf)?\s*<)/;

/**
 * Reads a CSV or Excel file. Rows without anything in them are left out.
 * @param isHeading whether a text is a heading of the table. It selects the sheet of a file that has several
 * @throws {TableError} if the file can't be read, or is too large
 */
export async function readTable(file: string, isHeading: (text: string) => boolean): Promise<Table> {
  const bytes = readBytes(file);
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") {
    throw new TableError(
      `${file} is a file of an old Excel, or has a password: save it as .xlsx without one, or as CSV.`,
    );
  }
  if (otherFileTypes.test(bytes.subarray(0, 200).toString("latin1")))
    throw new TableError(`${file} isn't a table: open it in Excel, and save it as .xlsx or as CSV.`);
  const isZip = bytes.subarray(0, 2).toString("latin1") === "PK";
  const { rows, notes } = isZip
    ? await readWorkbook(file, bytes, isHeading)
    : { rows: readCsv(file, decode(file, bytes)), notes: [] };
  const filledRows = rows.filter(({ cells }) => cells.some((cell) => cell !== ""));
  checkSize(file, filledRows);
  const [head, ...others] = filledRows;
  if (!head || others.length === 0) throw new TableError(`${file} has no rows below its headings.`);
  return { headings: head.cells, rows: others, notes };
}

function checkSize(file: string, rows: readonly TableRow[]): void {
  if (rows.length - 1 > tableLimits.rows) {
    const [count, max] = [rows.length - 1, tableLimits.rows].map((number) => number.toLocaleString("en"));
    throw new TableError(`${file} has ${count} rows: ${max} at most, divide it into several files.`);
  }
  if (rows.some(({ cells }) => cells.length > tableLimits.columns))
    throw new TableError(`${file} has more than ${tableLimits.columns} columns: delete those that aren't needed.`);
}

function readBytes(file: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size > tableLimits.fileBytes) {
      const megabytes = Math.ceil(size / 1_000_000);
      throw new TableError(`${file} has ${megabytes} MB: ${tableLimits.fileBytes / 1_000_000} MB at most.`);
    }
    return readFileSync(file);
  } catch (error) {
    if (error instanceof TableError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "isn't there" : code === "EISDIR" ? "is a folder" : `can't be read (${code})`;
    throw new TableError(`${file} ${reason}.`);
  }
}

/** Decodes UTF-16 with a byte order mark (Excel's “Unicode text”), UTF-8, or GB18030 (Chinese Excel). */
function decode(file: string, bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  const encodings = mark === "fffe" ? ["utf-16le"] : mark === "feff" ? ["utf-16be"] : ["utf-8", "gb18030"];
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Try the next encoding.
    }
  }
  throw new TableError(`${file} is neither UTF-8 nor GB18030: save it as “CSV UTF-8”.`);
}

function readCsv(file: string, source: string): TableRow[] {
  // Excel may write the separator above the headings.
  const [, delimiter] = /^sep=(.)\r?\n/.exec(source) ?? [];
  const text = delimiter ? source.slice(source.indexOf("\n") + 1) : source;
  const options = {
    delimiter: delimiter ?? detectDelimiter(text),
    relax_column_count: true,
    skip_empty_lines: false,
  } as const;
  try {
    const records = parse(text, options) as unknown as string[][];
    return records.map((record, index) => ({
      line: index + 1,
      cells: record.map((cell) => unguardCell(cleanText(cell))),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = findUnmatchedQuote(text, options.delimiter) ?? String(error["lines"] ?? "");
    const isOpen = error.code === "CSV_QUOTE_NOT_CLOSED";
    const reason = isOpen
      ? "a quote is opened and never closed"
      : 'quotes stand within a cell: put the whole cell between quotes and double those inside, such as "a ""x"" b"';
    throw new TableError(`${file}, line ${line}: ${reason}.`);
  }
}

/** Finds the line of the first cell that starts with a quote and doesn't end with one. The parser reports a later line. */
function findUnmatchedQuote(text: string, delimiter: string): number | undefined {
  for (let at = 0; at < text.length; at++) {
    const isStart = at === 0 || [delimiter, "\n", "\r"].includes(text[at - 1]!);
    if (text[at] !== '"' || !isStart) continue;
    let end = text.indexOf('"', at + 1);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    const isEnd = end !== -1 && [delimiter, "\n", "\r", undefined].includes(text[end + 1]);
    if (!isEnd) return text.slice(0, at).split(/\r\n?|\n/).length;
    at = end;
  }
  return undefined;
}

/** Returns the separator that is most frequent in the line of headings. */
function detectDelimiter(text: string): string {
  const head = text.slice(0, (text + "\n").indexOf("\n"));
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((max, entry) => (entry.count > max.count ? entry : max)).separator;
}
