import { numerals } from "#app/services/api/contract/amounts/chinese-numerals.ts";
import { isUnit, readQuantity } from "#app/services/api/contract/amounts/quantity.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { findColumn, findUnit, type Headings } from "#app/services/api/contract/pasted-table.ts";

const headings: Headings<"item" | "quantity" | "unit"> = [
  ["item", /^(?:[产商物]?[品料]?(?:货号|编[号码]|代码)|[产商药]?品名称?|品种|名称|药材(?:名称)?)$/],
  ["item", /^(?:(?:item|product|article|catalogue)(?: ?(?:no|number|code|name))?|sku|code|name)$/],
  ["quantity", /^(?:本次)?(?:[订采][购货]|需求?)?数?量$|^本次[订采][购货]$/],
  ["quantity", /^(?:(?:this )?order(?:ed)? )?(?:qty|quantity|quantities)(?: (?:ordered|required))?$|^this order$/],
  ["unit", /^单位$|^units?$|^uom$/],
];

/** Matches the label of a line in a list: a circled number, a bullet, or for example `2)`. */
const labelPattern = /^\s*(?:[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793•]|[-–—*](?=\s)|[(（]?\d{1,3}[.．、)）]\s*(?!\d))/;

const numberPattern = /(?<![a-z\d])(?:[a-z]{1,6}[ -]{0,3}){0,3}[o\d]{3,8}(?!\.?[a-z\d])/gi;

/** Maximum characters of a line that is read. A longer one may be about any item. */
const maxLineLength = 500;

/** Normalises a line. A superscript, a fraction or a circled number isn't a digit. */
const normalise = (text: string) => normaliseUnicode(text.replace(/\p{No}/gu, "?"), "NFKC").replace(/\p{Dash}/gu, "-");

/** Removes spaces and punctuation around a text, but not a decimal point before it. */
function trimSigns(text: string): string {
  let end = text.length;
  // A regular expression would take quadratic time.
  while (/[\s,;:().。、]/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end).replace(/^[\s,;:()。、]+/, "");
}

const separators = [/\t/, /[|｜]/, /[,，;；]/, /\s{2,}/];

/** `separator`: its place in `separators`; -1 for a line that is one cell. */
function splitCells(line: string): { cells: string[]; separator: number } {
  const separator = separators.findIndex((pattern) => pattern.test(line));
  const cells = line.replace(/^\s*[|｜]|[|｜]\s*$/g, "").split(separators[separator] ?? "\n");
  return { cells: cells.map((cell) => cell.trim().replace(/^"([^"]*)"$/, "$1")), separator };
}

/** Lists what may be item numbers: letters and digits, also without the letters before them. */
function listNumbers(text: string) {
  return Array.from(text.matchAll(numberPattern), ({ 0: number, index }) =>
    Array.from(number.matchAll(/[a-z]{1,6}[ -]{0,3}(?=.)|[o\d]{3,8}$/gi), (part) => ({
      number: number.slice(part.index),
      start: index + part.index,
      end: index + number.length,
    })),
  );
}

export const listItemNumbers = (lines: readonly string[]): string[] => [
  ...new Set(
    lines
      .filter(({ length }) => length <= maxLineLength)
      .flatMap((line) => listNumbers(normalise(line)).flatMap((all) => all.map(({ number }) => number))),
  ),
];

/** A way to read a line: texts that must all name the item, and its quantity. */
type Reading = { names: string[]; typed: string };

/** `ids`: items whose numbers the line has. `amounts`: how many figures it has besides them. */
export type ParsedLine = { line: string; ids: string[]; readings: Reading[]; amounts: number };

type IdsByNumber = ReadonlyMap<string, string>;

/** Lists the divisions of a text into a name and a readable quantity, in either order. */
function listReadings(text: string): Reading[] {
  const whole = trimSigns(text);
  const readings: Reading[] = [{ names: [whole], typed: "" }];
  // With words after its amount a line names its item, but its quantity is uncertain.
  const [, before] = /^(\D+)\d+(?:[.,]\d+)*\D*$/.exec(whole) ?? [];
  if (before) readings.push({ names: [trimSigns(before)], typed: "" });
  const add = (name: string, typed: string) => {
    if (typed.length <= 40 && readQuantity(typed).problem?.reason !== "unreadable")
      readings.push({ names: [trimSigns(name)].filter(Boolean), typed });
  };
  add("", whole);
  for (const { index } of whole.matchAll(startPattern)) add(whole.slice(0, index), whole.slice(index));
  for (const { index } of whole.slice(0, 40).matchAll(endPattern))
    if (!barePattern.test(whole.slice(0, index + 1))) add(whole.slice(index + 1), whole.slice(0, index + 1));
  return readings.slice(0, 8);
}

const barePattern = new RegExp(`^[\\d.,半${numerals}]+$`, "u");
const startPattern = new RegExp(String.raw`(?<!^|[\d.,'’])(?:[\d半×*${numerals}]|(?<=\s)x(?=\s?\d))`, "giu");
const endPattern = /[\d半\p{L}](?=\s|[^a-zA-Z\d.,'’\s×*/]|(?<=[^\0-\x7f])[a-zA-Z])/gu;

/** Drops the names of columns that stand before their values, as in `Item no.: QG-P-0101`. */
const dropColumnNames = (text: string) =>
  text.replace(/(?<![\p{L}\d])([\p{L}][\p{L} .]{0,20}):/gu, (name, word: string) =>
    findColumn(word, headings) ? " " : name,
  );

function parseLine(line: string, numbers: IdsByNumber): ParsedLine {
  const text = dropColumnNames(normalise(splitTable(line.replace(labelPattern, "")).join(" ; ")));
  const found = listNumbers(text).flatMap((all) => all.find(({ number }) => numbers.has(number)) ?? []);
  const ids = found.map(({ number }) => numbers.get(number)!);
  const [only = { start: 0, end: 0 }, ...others] = found;
  const [before, after] = [text.slice(0, only.start), text.slice(only.end)];
  const joined = [before, after]
    .map(trimSigns)
    .filter(Boolean)
    .join(" ; ")
    .replace(/(?<=^|\s)-(?=\s|$)/g, ";")
    .replace(/(?<=\d)\s*[,;]\s*(?=\p{L})/gu, " ");
  // A number before the item could be the line's own, and a comma after a space a decimal one.
  const isUnclear = others.length > 0 || barePattern.test(trimSigns(before)) || /\s,\s?\d/.test(text);
  return { line, ids, readings: isUnclear ? [] : listReadings(joined), amounts: countFigures(joined) };
}

const countFigures = (text: string) => text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0;

/** Splits a line only at tabs and bars, because a comma may belong to a number. */
const splitTable = (line: string) => (/[\t|｜]/.test(line) ? splitCells(line).cells : [line]);

type Column = { name?: (typeof headings)[number][0] | undefined; unit?: string | undefined };

function readColumn(cell: string): Column {
  const text = cell.replace(/\s+/g, " ").replace(/ ?[/,，:：] ?(\p{L}{1,12})$/u, "($1)");
  const bareUnit = text.replace(/数$/, "");
  if (isUnit(bareUnit)) return { name: "quantity", unit: bareUnit };
  const [name, note] = [findColumn(text, headings), findUnit(text, headings)];
  // A note beside another heading, such as 品名（麸炒）, applies to all rows.
  return note === undefined || name === "quantity" ? { name, unit: note } : {};
}

/** Parses a row without digits that names a column of items. */
function readHeading(cells: readonly string[]): Column[] | undefined {
  const columns = cells.map(readColumn);
  const isHeading = columns.some(({ name }) => name === "item");
  return cells.length > 1 && isHeading && cells.every((cell) => !/\d/.test(cell)) ? columns : undefined;
}

const bareAmountPattern = new RegExp(`[\\d半${numerals}]$`, "u");

function parseRow(
  line: string,
  cells: readonly string[],
  columns: readonly Column[],
  numbers: IdsByNumber,
): ParsedLine {
  const list = (name: Column["name"]) =>
    cells.flatMap((cell, index) => (cell !== "" && columns[index]?.name === name ? normalise(cell) : []));
  const items = list("item");
  const isNumber = (text: string) => listNumbers(text)[0]?.[0]?.number === text && numbers.has(text);
  const quantities = columns.filter(({ name }) => name === "quantity");
  const [typed = ""] = list("quantity");
  const unit = list("unit")[0] ?? quantities[0]?.unit ?? "";
  const quantity = bareAmountPattern.test(typed) ? `${typed} ${unit}` : typed.endsWith(unit) ? typed : "?";
  return {
    line,
    ids: items.filter(isNumber).map((number) => numbers.get(number)!),
    readings: [
      {
        names: items.filter((text) => !isNumber(text)),
        typed: quantities.length === 1 && items.length > 0 ? quantity.trim() : "",
      },
    ],
    amounts: quantities.length === 1 ? countFigures(typed) : list("quantity").length,
  };
}

/** Parses the lines that aren't empty: rows below a heading by its columns, others as an item and a quantity. */
export function parseLines(lines: readonly string[], numbers: IdsByNumber): ParsedLine[] {
  let table: { columns: Column[]; separator: number } | undefined;
  const parse = (line: string): ParsedLine => {
    if (line.length > maxLineLength) return { line, ids: [], readings: [], amounts: 0 };
    const { cells, separator } = splitCells(line);
    const heading = readHeading(cells);
    if (heading) {
      table = { columns: heading, separator };
      return { line, ids: [], readings: [], amounts: 0 };
    }
    // A sentence with commas below a table isn't one of its rows.
    const isRow = table?.separator === separator && (separator < 2 || cells.length === table.columns.length);
    if (!isRow) table = undefined;
    return table ? parseRow(line, cells, table.columns, numbers) : parseLine(line, numbers);
  };
  return lines.filter((line) => line.trim() !== "").map(parse);
}

const namePattern = /^(?=.*\p{L})[\p{L}\d\s'’.,()·/-]+$/u;

/** Lists what may be names of products. */
export const listNames = (lines: readonly ParsedLine[]): string[] =>
  [...new Set(lines.flatMap(({ readings }) => readings.flatMap(({ names }) => names)))].filter(
    (name) => name.length <= limits.productName && namePattern.test(name),
  );
