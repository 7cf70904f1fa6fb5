import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** The longest text of a cell in Excel, in UTF-16 code units. */
const maxCellLength = 32_767;

const unfitNote = "（内容太长或有特殊字符，请在文件中修改 / change this one in its file）";

const fieldSeparator = " | ";

/** Makes texts comparable that spreadsheets have saved: without spaces around them, and with line breaks of one kind. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/**
 * Writes a value in a cell: each entry of a list on a line of its own, the fields of an object in their order. A value that
 * `parseCell` wouldn't read back is replaced with a note, which means no change.
 */
export function formatCell(value: unknown, schema: z.core.$ZodType): string {
  if (value === undefined || value === null) return "";
  const text = cleanText(format(value, schema));
  const expected = typeof value === "string" ? cleanText(value) : value;
  return fitsCell(text) && isDeepStrictEqual(parseCell(text, schema), expected) ? text : unfitNote;
}

function format(value: unknown, schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((entry) => format(entry, schema.element)).join("\n");
  if (schema instanceof z.ZodObject && typeof value === "object")
    return Object.keys(schema.shape)
      .map((name) => (value as Record<string, unknown>)[name] ?? "")
      .join(fieldSeparator);
  return String(value);
}

/** Excel cuts longer texts, rejects control characters, and reads `_x0041_` as `A`; `'=` would be read as a guarded formula. */
function fitsCell(text: string): boolean {
  return text.length <= maxCellLength && !/[^\P{Cc}\n\t]|_x[\dA-F]{4}_|^'[=+\-@＝＋－＠]/iu.test(text);
}

/** Reads a cell: `undefined` for an empty one. The checks of the content find mistakes in the value. */
export function parseCell(cell: string, schema: z.core.$ZodType): unknown {
  if (cell === "") return undefined;
  if (schema instanceof z.ZodBoolean) return { true: true, false: false }[cell.toLowerCase()] ?? cell;
  if (schema instanceof z.ZodNumber) return Number.isNaN(Number(cell)) ? cell : Number(cell);
  if (!(schema instanceof z.ZodArray)) return cell;
  const lines = cell.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => parseEntry(line.trim(), schema.element));
}

function parseEntry(line: string, schema: z.core.$ZodType): unknown {
  if (!(schema instanceof z.ZodObject)) return line;
  const parts = line.split(fieldSeparator.trim()).map((part) => part.trim());
  const fields = Object.entries(schema.shape as z.core.$ZodShape);
  if (parts.length > fields.length) return line;
  return Object.fromEntries(fields.map(([name, type], index) => [name, parseCell(parts[index] ?? "", type)]));
}
