import { localeCodes } from "#app/i18n/locales.ts";
import type { Messages } from "#app/i18n/messages.ts";
import {
  lowerLimitPattern,
  passingPattern,
  readDetection,
  upperLimitPattern,
} from "#app/services/api/contract/batches/lab-words.ts";
import { findUnit, readRows, type PastedRow } from "#app/services/api/contract/pasted-table.ts";
import type { BatchFacts } from "#app/services/content/files/schemas/batch-schema.ts";
import { isNotCompared, isOutsideLimit } from "#app/services/content/reading/content-batches.ts";
import type { ByLocale } from "#app/services/content/reading/locale-files.ts";

export type BatchResult = BatchFacts["results"][number];

/** What a column of a pasted table contains. A column in English belongs to the nearest one on its left. */
export const columnRoles = [
  ...(["test", "english", "limit", "min", "max"] as const),
  ...(["result", "unit", "verdict", "detection", "ignored"] as const),
];

export type ColumnRole = (typeof columnRoles)[number];

/** What a person chose. `hasHeading`: whether the first row as wide as the table contains headings. */
export type ColumnChoice = { roles: readonly ColumnRole[]; hasHeading: boolean };

/** `reason`: why a line can't be read. */
export type LabRow = { line: string } & (
  { row: BatchResult; reason?: never } | { row?: never; reason: keyof Messages["owner"]["desk"]["batch"]["unread"] }
);

/** Names of the roles, in lower case and in all languages of the desk. */
export type RoleNames = ReadonlyMap<string, ColumnRole>;

/** Maximum number of rows. A batch has far fewer, and more would block other requests. */
export const maxRows = 300;

/** Maximum number of columns from which a person chooses. */
const maxColumns = 30;

/** Matches a cell that repeats the one above it. */
const dittoPattern = /^(?:同[上前左].{0,2}|[〃"“”″＂'’]{1,2}|ditto|do\.?)$/i;

/** Matches a number without a comparison such as `≤`, which may be a result. */
const bareNumberPattern = /^(?=\d)[\d.,]+(?![\d.,])[^\d以]*$/;

/** Matches the start of a method's number, such as `GB 5009.12-2023` or `通则 0832`. */
const methodPattern = /^(?:[A-Z《]|通则|0\d{3}(?!\d))/i;

const isNoLimit = (text: string) => /^(?:[-–—−/\\]+|n\/a)?$/i.test(text);
const isLimitSign = (text: string) => upperLimitPattern.test(text) || lowerLimitPattern.test(text);

/** Whether a text can be a result in a table's first row, and not a heading. */
const isResult = (text: string) => /\d/.test(text) || passingPattern.test(text);

/** Splits `水分 // Moisture`; further texts are in further languages. */
function toWords(texts: readonly string[]): ByLocale<string> {
  const parts = texts.flatMap((text) => text.split(" // ")).map((text) => text.trim());
  return Object.fromEntries(localeCodes.flatMap((code, index) => (parts[index] ? [[code, parts[index]]] : [])));
}

const createRow = (test: readonly string[], limit: readonly string[], result: readonly string[]): BatchResult => ({
  test: toWords(test),
  ...(limit.some((text) => !isNoLimit(text)) && { limit: toWords(limit) }),
  result: toWords(result),
});

/** Reads a row as the form and a phone write it: test, its names in other languages, limit, result. */
function readByPosition({ line, cells }: PastedRow): LabRow {
  const [test, [limit = "", result = ""]] = [cells.slice(0, -2), cells.slice(-2)];
  const hasLimit = isNoLimit(limit) || /[\d\p{Script=Han}]/u.test(limit) || test.length > 1;
  const isTranslation = (text: string) => text === "" || (/^\p{L}/u.test(text) && !/\p{Script=Han}/u.test(text));
  if (test.length < 1 || test.length > localeCodes.length || !hasLimit || !test.slice(1).every(isTranslation))
    return { line, reason: "columns" };
  if (bareNumberPattern.test(limit) || isSwapped(limit, result)) return { line, reason: "swapped" };
  return { line, row: createRow(test, [limit], [result]) };
}

const isSwapped = (limit: string, result: string) =>
  (bareNumberPattern.test(limit) && isLimitSign(result)) ||
  (passingPattern.test(limit) && !passingPattern.test(result));

/**
 * Reads the text of the form. Lines of `knownRows` are these rows. Other text is read by position if every row has bars
 * and the first one is certain.
 * @returns `table`: the rows whose columns a person must choose
 */
export function readResultText(text: string, knownRows: ReadonlyMap<string, BatchResult>) {
  const rows = readRows(text);
  const isKnown = ({ line }: PastedRow) => knownRows.has(line);
  const hasOtherSeparators = rows.some(({ line }) => line.includes("\t") || !/[|｜]/.test(line));
  const [first] = rows;
  const isFirstCertain = first && readByPosition(first).row && isResult(first.cells.at(-1)!);
  const isTyped = hasOtherSeparators
    ? rows.some(isKnown) && !text.includes("\t")
    : rows.some(isKnown) || isFirstCertain;
  const read = (row: PastedRow): LabRow => {
    const known = knownRows.get(row.line);
    return known ? { line: row.line, row: known } : readByPosition(row);
  };
  const isTooWide = rows.some(({ cells }) => cells.length > maxColumns);
  const table = isTyped || isTooWide || !first ? undefined : rows.filter((row) => !isKnown(row));
  return { lines: (table ? rows.filter(isKnown) : rows).map(read), table };
}

/** Finds the heading: the first row that is as wide as the table. */
function findHeading(table: readonly PastedRow[]): PastedRow {
  const width = Math.max(...table.map(({ cells }) => cells.length));
  return table.find(({ cells }) => cells.length === width)!;
}

/**
 * Suggests roles: the last ones that were chosen for equal headings, or those whose name equals a heading.
 * @param choices earlier choices, the last one first
 */
export function suggestColumns(table: readonly PastedRow[], names: RoleNames, choices: readonly KeptChoice[] = []) {
  const { line, cells } = findHeading(table);
  const isNamed = cells.some((cell) => names.has(cell.toLowerCase()));
  const kept = choices.find(({ heading, roles }) => heading === line && roles.length === cells.length);
  const roles = kept?.roles ?? cells.map((cell) => names.get(cell.toLowerCase()) ?? "ignored");
  return { heading: line, roles, hasHeading: isNamed || !cells.some(isResult) };
}

export type KeptChoice = { heading: string; roles: ColumnRole[] };

/** Roles that a table has once, and those that it has once at most. */
const required = ["test", "result"] as const;
const single = ["limit", "min", "max", "verdict", "detection"] as const;

/** Reads a table by the columns that a person has chosen. */
export function readByColumns(table: readonly PastedRow[], choice: ColumnChoice, names: RoleNames): LabRow[] {
  const { roles, hasHeading } = choice;
  const count = (role: ColumnRole) => roles.filter((one) => one === role).length;
  const hasTwoLimits = count("limit") > 0 && count("min") + count("max") > 0;
  if (required.some((role) => count(role) !== 1) || single.some((role) => count(role) > 1) || hasTwoLimits)
    return [{ line: "", reason: "roles" }];
  const heading = findHeading(table);
  const start = table.indexOf(heading);
  const headings = hasHeading ? heading.cells : [];
  const isHeadingCell = (cell: string) => cell !== "" && (headings.includes(cell) || names.has(cell.toLowerCase()));
  const limitIndex = roles.indexOf("limit");
  const hasLimits = table.some(({ cells }, index) => index > start && !isNoLimit(cells[limitIndex] ?? ""));
  let isBelowOther = false;
  const lines = table.flatMap((pastedRow, index): LabRow[] => {
    const { line, cells } = pastedRow;
    if (hasHeading && index === start) return [];
    // The name of the rows below it.
    if (/^[【[][^】\]]+[】\]]$/.test(line)) return [];
    if (cells.length !== roles.length) return [{ line, reason: "cells" }];
    // A line of signatures.
    if (cells.filter((cell) => /^[^\d:：]+[:：]/.test(cell)).length > 1) return [{ line, reason: "columns" }];
    if (cells.some((cell, column) => cell && headings[column] === "" && roles[column] === "ignored"))
      return [{ line, reason: "unnamed" }];
    if ([limitIndex, roles.indexOf("result")].some((one) => isHeadingCell(cells[one] ?? ""))) {
      const isSame = cells.every(
        (cell, column) => cell === headings[column] || names.get(cell.toLowerCase()) === roles[column],
      );
      if (isSame) return [];
      isBelowOther = true;
    }
    if (isBelowOther) return [{ line, reason: "heading" }];
    if (limitIndex >= 0 && cells[limitIndex] === "" && hasLimits) return [{ line, reason: "noLimit" }];
    return [readRow(pastedRow, roles, headings)];
  });
  return lines.length > 0 ? lines : [{ line: heading.line, reason: "none" }];
}

/** Adds a unit to a number; a remark in brackets stays after it. */
function addUnit(text: string, unit: string): string {
  const [, number = text, remark = ""] = /^([^(（]*\d\S?)(\s*[(（].*)$/.exec(text) ?? [];
  if (!isWithoutUnit(number) || !/[\p{L}%‰°]/u.test(unit)) return text;
  return (/^[%‰]/.test(unit) ? number + unit : `${number} ${unit}`) + remark;
}

/** Whether a text ends in a number without a unit, or in a mark behind it, as in `6.3↑`. */
const isWithoutUnit = (text: string) => /\d/.test(text) && /(?:[\d⁰¹²³⁴-⁹]|[^\p{L}%‰°)）])$/u.test(text);

function readRow({ line, cells }: PastedRow, roles: readonly ColumnRole[], headings: readonly string[]): LabRow {
  const valueRoles = ["test", "limit", "min", "max", "result"];
  const findOwner = (index: number) => roles.findLastIndex((role, other) => other < index && valueRoles.includes(role));
  const unitIndexes = [...roles.keys()].filter((index) => roles[index] === "unit");
  /** The only column of units is that of all values; one of several is that of the column on its left. */
  const getUnit = (index: number) => {
    const own = unitIndexes.length === 1 ? unitIndexes[0]! : unitIndexes.find((unit) => unit === index + 1);
    if (own !== undefined) return cells[own]!;
    const unit = findUnit(headings[index] ?? "", []) ?? "";
    return /\p{Script=Han}/u.test(unit) ? "" : unit;
  };
  const list = (role: ColumnRole): string[] => {
    const index = roles.indexOf(role);
    if (index < 0) return [];
    const english = roles.flatMap((one, other) => {
      const owner = findOwner(other);
      return one === "english" && (owner < 0 ? role === "test" : owner === index) ? [cells[other]!] : [];
    });
    const texts = [cells[index]!, ...english];
    return role === "test" || role === "verdict" ? texts : texts.map((text) => addUnit(text, getUnit(index)));
  };
  const [test, result, detection = ""] = [list("test"), list("result"), list("detection")[0]];
  const [min = "", max = ""] = (["min", "max"] as const).map((role) => list(role).find((text) => !isNoLimit(text)));
  const range = min && max ? `${min.replace(/(?<=\d)[^\d]*$/, "")}–${max}` : min ? `≥${min}` : max && `≤${max}`;
  const limit = range ? [range] : list("limit");
  if (cells.some((cell) => dittoPattern.test(cell))) return { line, reason: "ditto" };
  if (!test[0]) return { line, reason: "noTest" };
  if (!result[0]) return { line, reason: "noResult" };
  const values = [...roles.keys()].filter((index) => valueRoles.includes(roles[index]!) && roles[index] !== "test");
  const lacksUnit = (index: number) => unitIndexes.length > 0 && getUnit(index) === "" && isWithoutUnit(cells[index]!);
  if (values.some(lacksUnit)) return { line, reason: "noUnit" };
  if (isSwapped(limit[0] ?? "", result[0])) return { line, reason: "swapped" };
  const isUndetected = (text: string) => readDetection(text)?.isDetected === false && !/\d/.test(text);
  const withDetection = result.map((text) =>
    /\d/.test(detection) && isUndetected(text) ? `${text} (<${detection.replace(/^[<≤]\s*/, "")})` : text,
  );
  const row = createRow(test, limit, withDetection);
  const isMethod = (text: string) => methodPattern.test(text) && /\d/.test(text);
  if ([limit[0] ?? "", result[0]].some(isMethod) && isNotCompared(row)) return { line, reason: "document" };
  const [verdict = ""] = list("verdict");
  const isFailed = !isNoLimit(verdict) && !passingPattern.test(verdict) && !isOutsideLimit(row);
  return isFailed ? { line, reason: "failed" } : { line, row };
}
