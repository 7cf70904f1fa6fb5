import { isDeepStrictEqual } from "node:util";
import { roles, type Role } from "../../api/contract/kinds.ts";
import { defaultLocale, type Locale } from "../../../i18n/locales.ts";
import { say, type Message } from "../checks/problem.ts";
import type { Column } from "./columns.ts";

/** Names that stand for ids in cells. */
export type Names = {
  /** Returns the Chinese name of an id, or the id if the name is ambiguous. */
  nameOf(id: string): string;
  /** Returns the id of a name in any language. Other texts are returned unchanged. */
  idOf(name: string): string;
};

/** Names of herbs, and of the categories of a table. */
export type TableNames = { herbs: Names; categories: Names };

/** Thrown if a cell can't be read. */
export class CellError extends Error {
  /** What is allowed. */
  readonly problem: Message;

  constructor(problem: Message) {
    super();
    this.problem = problem;
  }
}

/** The longest text of a cell in Excel, in UTF-16 code units. */
const maxCellLength = 32_767;

const unfitNote = "（内容太长或有特殊字符，请在文件中修改 / change this one in its file）";

const listSeparators = /[、，,；;\n]/;

const roleCharacters: Readonly<Record<Role, string>> = { monarch: "君", minister: "臣", assistant: "佐", courier: "使" };

/** @param names by language and id */
export function createNames(names: Partial<Record<Locale, Readonly<Record<string, string>>>>): Names {
  const ids = new Map<string, string | undefined>();
  const entries = Object.values(names).flatMap((table) => Object.entries(table));
  for (const [id, name] of entries) {
    const key = name.toLowerCase();
    ids.set(key, !ids.has(key) || ids.get(key) === id ? id : undefined);
  }
  for (const [id] of entries) ids.set(id, id);
  const idOf = (name: string) => ids.get(name.toLowerCase()) ?? name;
  return {
    idOf,
    nameOf(id) {
      const name = names[defaultLocale]?.[id];
      return name !== undefined && idOf(name) === id && !listSeparators.test(name) ? name : id;
    },
  };
}

/** Makes texts comparable that spreadsheets have saved: without spaces around them, and with line breaks of one kind. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** Writes a value in a cell. A value that `parseCell` wouldn't read back is replaced with a note, which means no change. */
export function formatCell(value: unknown, column: Column, names: TableNames): string {
  const isEmpty = value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return "";
  try {
    const text = cleanText(format(value, column, names));
    const expected = typeof value === "string" ? cleanText(value) : value;
    return fitsCell(text) && isDeepStrictEqual(parseCell(text, column, names), expected) ? text : unfitNote;
  } catch {
    return unfitNote;
  }
}

/** Excel cuts longer texts, rejects control characters, and reads `_x0041_` as `A`. */
function fitsCell(text: string): boolean {
  return text.length <= maxCellLength && !/[^\P{Cc}\n\t]|_x[\dA-F]{4}_/iu.test(text);
}

function format(value: unknown, { format: kind, locale }: Column, { herbs, categories }: TableNames): string {
  const list = value as readonly unknown[];
  const isChinese = locale === defaultLocale;
  if (Array.isArray(kind)) {
    const pairs = list as readonly Record<string, string>[];
    return pairs.map((pair) => `${pair[kind[0]!]}${isChinese ? "：" : ": "}${pair[kind[1]!]}`).join("\n");
  }
  switch (kind) {
    case "herb":
      return herbs.nameOf(String(value));
    case "category":
      return categories.nameOf(String(value));
    case "herbs":
      return list.map((id) => herbs.nameOf(String(id))).join("、");
    case "list":
      return joinList(list.map(String), isChinese ? "、" : "; ");
    case "composition":
      return (value as { herb: string; dose: number; role: Role }[])
        .map(({ herb, dose, role }) => `${herbs.nameOf(herb)} ${dose} ${roleCharacters[role]}`)
        .join("; ");
    case "boolean":
      return "是";
    case "dateTime":
      return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):00\+08:00$/, "$1 $2");
    default:
      return String(value);
  }
}

/** Entries with a separator in them are on lines of their own. */
function joinList(entries: readonly string[], separator: string): string {
  return entries.join(entries.some((entry) => listSeparators.test(entry)) ? "\n" : separator);
}

/**
 * Reads a cell: `undefined` for an empty one. The checks of the content find mistakes in the value.
 * @throws {CellError} if it has not the format of the column
 */
export function parseCell(cell: string, { format: kind }: Column, { herbs, categories }: TableNames): unknown {
  if (cell === "") return undefined;
  if (Array.isArray(kind)) return parsePairs(cell, kind as [string, string]);
  switch (kind) {
    case "herb":
      return herbs.idOf(cell);
    case "category":
      return categories.idOf(cell);
    case "herbs":
      return splitList(cell).map(herbs.idOf);
    case "list":
      return splitList(cell);
    case "composition":
      return splitList(cell).map((entry) => parseIngredient(entry, herbs));
    case "boolean":
      return /^(?:是|yes|true|x|1)$/i.test(cell) ? true : /^(?:否|no|false|0)$/i.test(cell) ? undefined : cell;
    case "date":
      return parseTime(cell)?.date ?? cell;
    case "dateTime":
      return parseTime(cell)?.time ?? cell;
    default:
      return cell;
  }
}

/** A cell with several lines has an entry on each. */
function splitList(cell: string): string[] {
  const entries = cell.split(cell.includes("\n") ? "\n" : listSeparators);
  return entries.map((entry) => entry.trim()).filter(Boolean);
}

function parsePairs(cell: string, [first, second]: readonly [string, string]): Record<string, string>[] {
  const lines = cell.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [, name, value] = /^([^：:]+)[：:](.+)$/.exec(line) ?? [];
    if (!name || !value) throw new CellError(say("cellPair", { line }));
    return { [first]: name.trim(), [second]: value.trim() };
  });
}

function parseIngredient(entry: string, herbs: Names): { herb: string; dose: number; role: string } {
  const words = entry.replace(/(\d) g /, "$1 ").split(" ").filter(Boolean);
  const [dose, role] = words.splice(-2);
  const [, grams] = /^(\d+(?:\.\d+)?)g?$/.exec(dose ?? "") ?? [];
  const herb = words.join(" ");
  if (!herb || !grams || !role) {
    const allowed = roles.map((one) => `${roleCharacters[one]} (${one})`).join(", ");
    throw new CellError(say("cellIngredient", { entry, roles: allowed }));
  }
  const known = roles.find((one) => roleCharacters[one] === role);
  return { herb: herbs.idOf(herb), dose: Number(grams), role: known ?? role };
}

/** Reads a day and a time in China's time zone, also as Excel writes them in CSV: `2026/3/5 9:00`. */
function parseTime(cell: string): { date: string; time: string } | undefined {
  const pattern = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?: (\d{1,2}):(\d\d)(?::\d\d)?)?$/;
  const [, year, month = "", day = "", hour = "0", minute = "00"] = pattern.exec(cell) ?? [];
  if (!year) return undefined;
  const date = [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return { date, time: `${date}T${hour.padStart(2, "0")}:${minute}:00+08:00` };
}
