import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import readSheets from "read-excel-file/node";
import { cleanText, roundFloat } from "./cells.ts";
import { unguardCell } from "./guard-cells.ts";
import type { TableRow } from "./read-table.ts";
import { TableError } from "./table-error.ts";

/** Maximum size of all parts of an Excel file together, unpacked, in bytes. */
const maxUnpackedBytes = 300_000_000;

type Parts = Record<string, Uint8Array>;
type Sheets = Awaited<ReturnType<typeof readSheets>>;

/**
 * Reads the sheet of an Excel file that has the headings, with the values of its formulas. Hidden rows and columns are
 * read like others; a cell that is merged downwards counts for each of its rows.
 * @returns the rows, empty ones included, and a sentence for each sheet that wasn't read
 * @throws {TableError} if the file can't be read
 */
export async function readWorkbook(
  file: string,
  bytes: Buffer,
  isHeading: (text: string) => boolean,
): Promise<{ rows: TableRow[]; notes: string[] }> {
  const parts = unpack(file, bytes);
  const sheets = await readParts(file, parts);
  const hasHeadings = ({ data }: Sheets[number]) =>
    data.find((row) => row.some((value) => value !== null))?.some((value) => isHeading(String(value ?? ""))) ?? false;
  const sheetToRead = sheets.find(hasHeadings) ?? sheets[0];
  const rows = (sheetToRead?.data ?? []).map(readRow);
  if (sheetToRead) fillMerged(file, rows, findMergedRanges(getSheetXml(parts, sheetToRead.sheet)));
  const others = sheets.filter((sheet) => sheet !== sheetToRead && sheet.data.length > 0);
  return {
    rows,
    notes: others.map(({ sheet }) => `The sheet “${sheet}” is left out: “${sheetToRead?.sheet}” is read.`),
  };
}

/** Unpacks a file. A file that would become too large is rejected first. */
function unpack(file: string, bytes: Buffer): Parts {
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        size += originalSize;
        if (size > maxUnpackedBytes)
          throw new TableError(`${file} is larger than ${maxUnpackedBytes / 1_000_000} MB when it is unpacked.`);
        return !name.startsWith("xl/media/");
      },
    });
  } catch (error) {
    throw error instanceof TableError ? error : createReadError(file, error);
  }
}

function createReadError(file: string, error: unknown): TableError {
  const { message } = error as Error;
  return new TableError(`${file} can't be read as an Excel file (${message}): save it again as .xlsx, or as CSV.`);
}

async function readParts(file: string, parts: Parts): Promise<Sheets> {
  const converted = Object.entries(parts).map(([name, part]) => {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) return [name, part] as const;
    return [name, strToU8(convertErrorsToText(strFromU8(part)))] as const;
  });
  try {
    return await readSheets(Buffer.from(zipSync(Object.fromEntries(converted), { level: 0 })));
  } catch (error) {
    throw createReadError(file, error);
  }
}

/** Replaces failed and uncomputed formulas with texts, because the library returns both as empty cells. */
function convertErrorsToText(xml: string): string {
  return xml
    .replace(/(<c\s(?:\w+="[^"<]*"\s)*t=")e(?=")/g, "$1str")
    .replace(/(<c\s[^<>]*>)<f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/f>)(?:<v\s?\/>|<v><\/v>)?<\/c>/g, (_cell, start: string) => {
      const place = /\br="[A-Z]+\d+"/.exec(start)?.[0] ?? "";
      return `<c ${place} t="str"><v>#FORMULA!</v></c>`;
    });
}

function readRow(row: readonly unknown[], index: number): TableRow {
  const dates = row.flatMap((value, place) => (value instanceof Date ? [place] : []));
  return { line: index + 1, cells: row.map(formatCellValue), ...(dates.length > 0 && { dates: new Set(dates) }) };
}

/**
 * Formats a cell as a person would type it, with China's time. Spreadsheets store a time as a fraction of a day, which may be a
 * millisecond too early, so times are rounded to seconds.
 */
function formatCellValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(roundFloat(value));
  if (!(value instanceof Date)) return unguardCell(cleanText(String(value)));
  const [date, time] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19).split("T");
  return time === "00:00:00" ? date! : `${date} ${time!.replace(/:00$/, "")}`;
}

/** Returns the XML of a sheet by its name, or of all sheets if it can't be found. */
function getSheetXml(parts: Parts, name: string): string {
  const readPart = (path: string) => (parts[path] ? strFromU8(parts[path]) : "");
  const getAttribute = (tag: string, key: string) => new RegExp(`\\s${key}="([^"]*)"`).exec(tag)?.[1];
  const findTags = (xml: string, tag: string) => xml.match(new RegExp(`<(?:\\w+:)?${tag}\\s[^<>]*>`, "g")) ?? [];
  const sheet = findTags(readPart("xl/workbook.xml"), "sheet").find(
    (tag) => unescapeXml(getAttribute(tag, "name")) === name,
  );
  const id = sheet && getAttribute(sheet, "\\w+:id");
  const relation = findTags(readPart("xl/_rels/workbook.xml.rels"), "Relationship").find(
    (tag) => getAttribute(tag, "Id") === id,
  );
  const target = relation && getAttribute(relation, "Target")?.replace(/^(?:\/?xl)?\//, "");
  const sheetXml = target ? readPart(`xl/${target}`) : "";
  if (sheetXml) return sheetXml;
  return Object.keys(parts)
    .flatMap((path) => (path.startsWith("xl/worksheets/") ? [readPart(path)] : []))
    .join("");
}

function unescapeXml(text = ""): string {
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => characters[name]!);
}

type Range = { ref: string; left: number; right: number; top: number; bottom: number };

function findMergedRanges(xml: string): Range[] {
  return (xml.match(/<(?:\w+:)?mergeCell\s[^<>]*>/g) ?? []).flatMap((tag) => {
    const [, left, top, right, bottom] = /\sref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/.exec(tag) ?? [];
    if (!left || !right) return [];
    return {
      ref: `${left}${top}:${right}${bottom}`,
      left: parseColumnLetters(left),
      right: parseColumnLetters(right),
      top: Number(top) - 1,
      bottom: Number(bottom) - 1,
    };
  });
}

function parseColumnLetters(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function fillMerged(file: string, rows: readonly TableRow[], ranges: readonly Range[]): void {
  for (const { ref, left, right, top, bottom } of ranges) {
    if (left !== right) {
      throw new TableError(`${file} has merged cells in ${ref}, so that nobody knows their columns: unmerge them.`);
    }
    const value = rows[top]?.cells[left] ?? "";
    for (const row of rows.slice(top + 1, bottom + 1)) row.cells[left] = value;
  }
}
