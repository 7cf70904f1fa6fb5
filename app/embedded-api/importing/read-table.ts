import { readFileSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import readSheets from "read-excel-file/node";

/** A row of a table: the line that it starts in, and its cells as texts. */
export type TableRow = { line: number; cells: string[] };

/** A file that can't be read as a table; its message says what to do. */
export class TableError extends Error {}

/** Reads a CSV or Excel file; rows without anything in them are left out. */
export async function readTable(file: string): Promise<TableRow[]> {
  const bytes = readBytes(file);
  const isZip = bytes.subarray(0, 2).toString("latin1") === "PK";
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") {
    throw new TableError(`${file} is a file of an old Excel: open it and save it as .xlsx, or as CSV.`);
  }
  const rows = isZip ? await readWorkbook(file, bytes) : readCsv(file, decode(file, bytes));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (filled.length < 2) throw new TableError(`${file} has no rows below its headings.`);
  return filled;
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "isn't there" : code === "EISDIR" ? "is a folder" : `can't be read (${code})`;
    throw new TableError(`${file} ${reason}.`);
  }
}

/** UTF-8, UTF-16 as Excel's “Unicode text” has it, or else what a Chinese Excel saves: GB18030. */
function decode(file: string, bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  for (const encoding of isUtf16 ? ["utf-16le"] : ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one may fit.
    }
  }
  throw new TableError(`${file} is neither UTF-8 nor GB18030: save it as “CSV UTF-8”.`);
}

function readCsv(file: string, text: string): TableRow[] {
  const options = {
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: false,
  } as const;
  try {
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record }, index) => ({
      // The count is that of the last line of each: a cell may have several.
      line: (records[index - 1]?.info.lines ?? 0) + 1,
      cells: record.map(clean),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = oddQuote(text, options.delimiter) ?? String(error["lines"] ?? "");
    const isOpen = error.code === "CSV_QUOTE_NOT_CLOSED";
    const reason = isOpen
      ? "a quote is opened and never closed"
      : 'quotes stand within a cell: put the whole cell between quotes and double those inside, such as "a ""x"" b"';
    throw new TableError(`${file}, line ${line}: ${reason}.`);
  }
}

/** The line of the first cell that opens with a quote and doesn't end with one: the parser names the line where it gave up. */
function oddQuote(text: string, delimiter: string): number | undefined {
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

/** What stands most often in the line of headings. */
function delimiterOf(text: string): string {
  const head = text.slice(0, (text + "\n").indexOf("\n"));
  const counted = [",", ";", "\t"].map((sign) => ({ sign, count: head.split(sign).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

async function readWorkbook(file: string, bytes: Buffer): Promise<TableRow[]> {
  try {
    const [first] = await readSheets(Buffer.from(withErrorsAsTexts(bytes)));
    return (first?.data ?? []).map((row, index) => ({ line: index + 1, cells: row.map(cellText) }));
  } catch (error) {
    throw new TableError(
      `${file} can't be read as an Excel file (${(error as Error).message}): save it anew as .xlsx, or as CSV.`,
    );
  }
}

/** The file with its failed formulas as the texts that they show: its reader would have them empty, and nobody would know. */
function withErrorsAsTexts(bytes: Buffer): Uint8Array {
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) return [name, part] as const;
    return [name, strToU8(strFromU8(part).replace(/(<c\s(?:\w+="[^"<]*"\s)*t=")e(?=")/g, "$1str"))] as const;
  });
  return zipSync(Object.fromEntries(parts), { level: 0 });
}

/**
 * A cell as a person would have typed it; a time by the clock of China, as tables have it. Spreadsheets keep a time as a
 * part of a day, which is often a millisecond before the second that was typed: the nearest one is meant.
 */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (!(value instanceof Date)) return clean(String(value));
  const [date, time] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19).split("T");
  return time === "00:00:00" ? date! : `${date} ${time!.replace(/:00$/, "")}`;
}

function clean(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}
