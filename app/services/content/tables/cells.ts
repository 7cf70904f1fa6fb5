import { roles, type Role } from "../../api/contract/kinds.ts";
import { defaultLocale } from "../../../i18n/locales.ts";
import { roleByWord, roleCharacters } from "../files/role-names.ts";
import { findUnclearPair, joinNames, joinPairs, splitEntries, splitNames, splitPairs } from "./cell-lists.ts";
import type { Column } from "./columns.ts";
import type { Names } from "./names.ts";

/** The longest text of a cell in Excel, in UTF-16 code units. */
export const maxCellLength = 32_767;

/** Value of a cell, `undefined` for an empty one; or a problem: a sentence without its subject. */
export type CellResult = { value: unknown } | { problem: string };

/**
 * Writes a value in a cell. `parseCell` reads it back exactly. A value that no cell can hold is replaced with a note,
 * which means no change when it is imported.
 */
export function formatCell(value: unknown, column: Column, names: Names): string {
  if (value === undefined || value === null) return "";
  const text = cleanText(formatValue(value, column, names));
  return fitsCell(text) ? text : "（内容太长或有特殊字符，请在文件中修改 / change this one in its file）";
}

/** Excel cuts longer texts, rejects control characters, and reads `_x0041_` as `A`. */
function fitsCell(text: string): boolean {
  return text.length <= maxCellLength && !/[^\P{Cc}\n\t]|_x[\dA-F]{4}_/iu.test(text);
}

/** Normalizes line breaks, and removes spaces around a text. */
export function cleanText(text: string): string {
  return text.replaceAll("_x000D_", "").replace(/\r\n?/g, "\n").trim();
}

function formatValue(value: unknown, column: Column, names: Names): string {
  const isChinese = column.locale === defaultLocale;
  const list = Array.isArray(value) ? value : [value];
  const separator = isChinese ? "、" : "; ";
  switch (column.format) {
    case "herb":
      return names.herbs.nameOf(String(value));
    case "category":
      return names.categories.nameOf(String(value));
    case "herbs":
      return joinNames(
        list.map((id) => names.herbs.nameOf(String(id))),
        "、",
      );
    case "names":
      return joinNames(list.map(String), separator);
    case "pairs": {
      const [first, second] = column.keys;
      const pairs = list.map((one) => [String(one[first]), String(one[second])] as const);
      return joinPairs(pairs, isChinese ? "：" : ": ");
    }
    case "composition":
      return list
        .map(({ herb, dose, role }) => `${names.herbs.nameOf(herb)} ${dose} ${roleCharacters[role as Role] ?? role}`)
        .join("; ");
    case "boolean":
      return value === true ? "是" : "";
    case "dateTime":
      return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):00\+08:00$/, "$1 $2");
    default:
      return String(value);
  }
}

/** Parses a cell. The checks of the content find other mistakes. */
export function parseCell(cell: string, column: Column, names: Names): CellResult {
  if (cell === "") return { value: undefined };
  switch (column.format) {
    case "code":
      return { value: normalizeText(cell) };
    case "herb":
      return { value: names.herbs.idOf(normalizeText(cell)) };
    case "category":
      return { value: names.categories.idOf(normalizeText(cell)) };
    case "herbs":
      return { value: splitNames(cell).map((name) => names.herbs.idOf(normalizeText(name))) };
    case "names":
      return { value: splitNames(cell) };
    case "pairs":
      return parsePairs(cell, column.keys);
    case "composition":
      return parseComposition(cell, names);
    case "date":
      return checkYear(parseDate(normalizeText(cell)));
    case "dateTime":
      return { value: parseDateTime(normalizeText(cell)) };
    case "boolean":
      return parseBoolean(normalizeText(cell));
    default:
      return { value: cell };
  }
}

/** Converts full-width characters, and removes spaces and quotes around a text. */
export function normalizeText(text: string): string {
  return text
    .normalize("NFKC")
    .trim()
    .replace(/^["'“”‘’]|["'“”‘’]$/g, "");
}

function parsePairs(cell: string, [first, second]: readonly [string, string]): CellResult {
  const pairs = splitPairs(cell);
  const incompletePair = pairs.find(([name, value]) => name === "" || value === "");
  if (incompletePair)
    return {
      problem: `has “${incompletePair.join("")}”: write a label, a colon and the value, such as 产地：安徽亳州`,
    };
  const unclearPair = findUnclearPair(cell);
  if (unclearPair !== undefined)
    return {
      problem: `has “${unclearPair}” in one line: write each on a line of its own, or put the line between quotes if it is one`,
    };
  return { value: pairs.map(([name, value]) => ({ [first]: name, [second]: value })) };
}

function parseComposition(cell: string, names: Names): CellResult {
  const ingredients = splitEntries(cell).map((entry) => ({
    entry,
    ingredient: parseIngredient(normalizeText(entry), names),
  }));
  const invalidEntry = ingredients.find(({ ingredient }) => !ingredient);
  const [comma] = /\d[,，]\d/u.exec(cell) ?? [];
  if (invalidEntry && comma)
    return { problem: `has “${comma}”, with a comma between digits: write a point, such as 1.5` };
  if (invalidEntry) {
    const forms = roles.map((role) => `${roleCharacters[role]} or ${role}`).join(", ");
    return {
      problem: `has “${invalidEntry.entry}”: write the herb, grams and role, such as 黄芪 15 君; roles are ${forms}`,
    };
  }
  return { value: ingredients.map(({ ingredient }) => ingredient) };
}

const units = ["grams", "g", "克"];

/** Parses `黄芪 15 君`, `黄芪15g君药` or `huang-qi 15 monarch`. */
function parseIngredient(entry: string, names: Names) {
  const roleWord = [...roleByWord.keys()].find((candidate) => entry.toLowerCase().endsWith(candidate));
  if (!roleWord) return undefined;
  const withoutRole = removeSuffix(entry, [roleWord]);
  const rest = removeSuffix(withoutRole, units);
  let start = rest.length;
  while (start > 0 && /[\d.]/.test(rest[start - 1]!)) start--;
  const [herb, amount] = [rest.slice(0, start).trim(), rest.slice(start)];
  const dose = roundFloat(Number(amount));
  if (!herb || !amount || !Number.isFinite(dose)) return undefined;
  return { herb: names.herbs.idOf(herb), dose, role: roleByWord.get(roleWord)! };
}

function removeSuffix(text: string, ends: readonly string[]): string {
  const end = ends.find((one) => text.toLowerCase().endsWith(one));
  return end ? text.slice(0, -end.length).trim() : text;
}

/** Removes the error of binary fractions as spreadsheets do: 0.30000000000000004 becomes 0.3. */
export function roundFloat(number: number): number {
  return Number(number.toPrecision(15));
}

/** Parses a spreadsheet's number of days since the end of 1899. Only numbers from 1927 to 2119 are dates. */
function parseSerialDate(cell: string): string | undefined {
  const serial = Number(cell);
  if (!/^\d{5}(?:\.\d{1,20})?$/.test(cell) || serial < 10_000 || serial > 80_000) return undefined;
  return new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString().slice(0, 19);
}

/** Parses `2025/3/12`, `2025.3.12`, `2025年3月12日` and 45728 as `2025-03-12`, also if midnight follows. */
function parseDate(cell: string): string {
  const text = parseSerialDate(cell) ?? cell;
  const [, year, month = "", date = ""] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]0{1,2}:00(?::00)?)?$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : cell;
}

/** Reports years before 1900. The checks of the content report dates far in the future. */
function checkYear(day: string): CellResult {
  const isEarly = /^\d{4}-\d\d-\d\d$/.test(day) && day < "1900";
  return isEarly ? { problem: `is ${day}, before 1900: correct the year` } : { value: day };
}

/** Parses a time. Without a time zone, it is China's time. */
function parseDateTime(cell: string): string {
  const [, date = "", hour = "0", minute = "00", second = "00"] =
    /^(\S+?)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(parseSerialDate(cell) ?? cell) ?? [];
  const clock = `${hour.padStart(2, "0")}:${minute}:${second}`;
  return /^\d{4}-\d\d-\d\d$/.test(parseDate(date)) ? `${parseDate(date)}T${clock}+08:00` : cell;
}

function parseBoolean(cell: string): CellResult {
  if (/^(?:是|yes|y|true|1|√|✓|x)$/i.test(cell)) return { value: true };
  if (/^(?:否|no|n|false|0)$/i.test(cell)) return { value: undefined };
  return { problem: `is “${cell}”: write 是 or yes, and nothing otherwise` };
}
