import { defaultLocale, localeCodes, type Locale } from "../../../i18n/locales.ts";
import { formatCodePoint } from "../files/content-words.ts";
import { formatCell, maxCellLength, parseCell, normalizeText } from "./cells.ts";
import { getColumns, idHeadings, type Column, type TableName } from "./columns.ts";
import type { FoundColumn, FoundHeadings } from "./headings.ts";
import type { Names } from "./names.ts";
import type { TableRow } from "./read-table.ts";
import { locateField, type StoredItem } from "./stored-items.ts";
import type { FieldPath } from "./text-file.ts";

/** A field that a row changes, with its cell before and after. */
export type FieldChange = { column: string; before: string; after: string };

/** A mistake in a row. `column` is a heading, empty for the whole row; `message` is a sentence without its subject. */
type RowProblem = { column: string; message: string };

/** Planned changes of a row. */
export type RowPlan = {
  line: number;
  id: string;
  title: string;
  isNew: boolean;
  changes: FieldChange[];
  edits: { file: string; path: FieldPath; value: unknown }[];
  problems: RowProblem[];
  /** Why the row is left out although it has changes. */
  leftOut?: string;
};

/** Data that rows are compared with. */
export type RowContext = {
  table: TableName;
  headings: FoundHeadings;
  storedItems: ReadonlyMap<string, StoredItem>;
  names: Names;
  /** Date of new items without one, such as 2026-11-20. */
  today: string;
};

/** Compares a row with the item of its id and returns what it would change. */
export function planRow(row: TableRow, context: RowContext): RowPlan {
  const { headings, storedItems } = context;
  const writtenId = normalizeText(row.cells[headings.id] ?? "")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
  const idProblems = storedItems.has(writtenId) ? [] : findIdProblems(writtenId);
  // With a wrong id nothing is written, but the other cells are checked.
  const id = idProblems.length > 0 ? `row-${row.line}` : writtenId;
  const version = normalizeText(row.cells[headings.version] ?? "");
  const item = storedItems.get(id);
  const isNew = !item && version === "";
  const plan: RowPlan = { line: row.line, id, title: "", isNew, changes: [], edits: [], problems: idProblems };
  const titles = localeCodes.map((locale) => findTitle(headings, locale));
  plan.title = titles.map((title) => title && row.cells[title.index]).find(Boolean) ?? "";
  if (isTotal(row, item)) return { ...plan, problems: [], leftOut: "is a line with totals, not an item" };
  // The row was exported, but its id has been damaged since, so there is no item to compare its other cells with.
  if (idProblems.length > 0 && version !== "") return plan;
  if (!item && version !== "") {
    const message = `there is no ${id} any more: export the table again. For a new item, empty the cell of its version`;
    return { ...plan, leftOut: message };
  }
  for (const found of headings.columns) planCell(found, row, item, context, plan);
  if (isNew) addDefaults(context, plan);
  // The columns may be in any order, but the fields of a new file are in the usual one.
  const order = getColumns(context.table).map(({ path }) => path.join("."));
  const getPosition = ({ path }: RowPlan["edits"][number]) => order.indexOf(path.join("."));
  if (context.table !== "herb") plan.edits.sort((a, b) => getPosition(a) - getPosition(b));
  if (item && plan.changes.length > 0 && version !== item.version) {
    return { ...plan, edits: [], problems: [], leftOut: createVersionMessage(version, plan) };
  }
  return plan;
}

/** Whether a row has the totals of the rows above it. */
function isTotal({ cells }: TableRow, item: StoredItem | undefined): boolean {
  const first = cells.find((cell) => cell.trim() !== "") ?? "";
  const word = normalizeText(first).replaceAll(/[\s:]/g, "");
  return !item && /^(?:合计|总计|小计|total|sum)\d*$/i.test(word);
}

function findTitle({ columns }: FoundHeadings, locale: Locale): FoundColumn | undefined {
  const isTitle = ({ path }: Column) => path[0] === "title" || path[0] === "name";
  return columns.find(({ column }) => isTitle(column) && column.locale === locale);
}

function createVersionMessage(version: string, { id, changes }: RowPlan): string {
  const columns = changes.map(({ column }) => column).join(", ");
  return version === ""
    ? `${id} already exists, and the row has no version: export the table and change it there, or write another id (${columns})`
    : `${id} has been changed since the export: export the table again and repeat the change (${columns})`;
}

function planCell(
  { index, heading, column }: FoundColumn,
  row: TableRow,
  item: StoredItem | undefined,
  { table, names }: RowContext,
  plan: RowPlan,
): void {
  const cell = row.cells[index] ?? "";
  const before = item ? formatCell(item.get(column), column, names) : "";
  if (cell === before || hasLostZeros(cell, before)) return;
  const addProblem = (message: string) => plan.problems.push({ column: heading, message });
  const damage = findCellDamage(cell, column, row.dates?.has(index) ?? false) ?? findLostCharacter(cell, before);
  if (damage) {
    addProblem(damage);
    return;
  }
  const result = parseCell(cell, column, names);
  if ("problem" in result) {
    addProblem(result.problem);
    return;
  }
  const after = formatCell(result.value, column, names);
  if (item && after === before) return;
  if (result.value === undefined && !item) return;
  plan.changes.push({ column: heading, before, after: column.format === "text" ? cell : after });
  plan.edits.push({ ...locateField(table, plan.id, column), value: result.value });
}

/** Whether a spreadsheet dropped the leading zeros of a CSV file: `123` for `00123`. */
function hasLostZeros(cell: string, before: string): boolean {
  return /^0\d+$/.test(before) && cell === before.replace(/^0+/, "");
}

/** Finds damage by a spreadsheet that can't be repaired here. */
function findCellDamage(cell: string, column: Column, isDate: boolean): string | undefined {
  if (cell.length > maxCellLength) return `has ${cell.length} characters: ${maxCellLength} at most`;
  if (cell === "#FORMULA!") return "has a formula without a value: open the file in a spreadsheet program and save it";
  if (/^#(?:N\/A|[A-Z_]+(?:\/0)?[!?])$/.test(cell)) return `shows ${cell}: correct the formula, or write the value`;
  if (cell.includes("\uFFFD")) return "has � where a character was lost: save the file as UTF-8 again";
  const [, before, invisible] = /(.{0,8})([^\P{Cc}\n\t]|\p{Cf})/u.exec(cell) ?? [];
  if (invisible)
    return `has a character that can't be seen (${formatCodePoint(invisible)}${before && `, after “${before}”`}): type the text again`;
  if (isDate && column.format !== "date" && column.format !== "dateTime")
    return `is a date for the spreadsheet (${cell}): set the format of the cell to “text” and type it again`;
  if (/^\d(?:\.\d+)?E\+\d+$/i.test(cell))
    return `is ${cell}, a long number that the spreadsheet shortened: set the format of the cell to “text” and type it again`;
  return undefined;
}

/** A spreadsheet writes `?` for characters that the encoding of its CSV lacks. */
function findLostCharacter(cell: string, before: string): string | undefined {
  if (cell.length !== before.length || !cell.includes("?")) return undefined;
  const isLost = (index: number) => cell[index] === "?" && before.charCodeAt(index) > 127;
  for (let index = 0; index < cell.length; index++) {
    if (cell[index] !== before[index] && !isLost(index)) return undefined;
  }
  return "has ? for a character that the encoding of the file lacks: save it as .xlsx, or as “CSV UTF-8”";
}

/** Maximum number of characters of an id, which is part of folder names and URLs. */
const maxIdLength = 80;

function findIdProblems(id: string): RowProblem[] {
  const createProblems = (message: string) => [{ column: idHeadings[1], message }];
  if (id === "") return createProblems("is empty: write the name for the address, such as bai-shao-slices");
  if (!/^[a-z0-9-]+$/.test(id)) return createProblems(`is “${id}”: use lower-case letters, digits and hyphens`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
    return createProblems(`is “${id}”: a hyphen stands alone between letters or digits`);
  return id.length > maxIdLength ? createProblems(`has ${id.length} characters: write at most ${maxIdLength}`) : [];
}

/** Adds defaults to a new item: today's date, and the plate of its herb. Reports an item without any texts. */
function addDefaults({ table, headings, today }: RowContext, plan: RowPlan): void {
  const columns = getColumns(table);
  const getValue = (field: string) => plan.edits.find(({ path }) => path[0] === field)?.value;
  const defaults = { date: today, plate: getValue("herb") };
  for (const [field, value] of Object.entries(defaults)) {
    const column = columns.find(({ path }) => path[0] === field);
    if (column && value !== undefined && getValue(field) === undefined)
      plan.edits.push({ ...locateField(table, plan.id, column), value });
  }
  const isWithoutWords = !plan.edits.some(({ file }) => localeCodes.some((locale) => file.includes(`/${locale}.`)));
  if (isWithoutWords)
    plan.problems.push({
      column: findTitle(headings, defaultLocale)?.heading ?? "title",
      message: "is empty, like all texts of this row: write them in at least one language",
    });
}

/** Adds a mistake to each row whose id an earlier row has. */
export function addDuplicateProblems(plans: readonly RowPlan[]): void {
  const lines = new Map<string, number>();
  for (const plan of plans) {
    const line = lines.get(plan.id);
    if (line === undefined) lines.set(plan.id, plan.line);
    else plan.problems.push({ column: idHeadings[1], message: `is ${plan.id}, as in line ${line}: each id once` });
  }
}

/**
 * Adds a problem to each row that gives an item the number of another one. Its number isn't written then, because the check of the
 * content might report the other item.
 */
export function addDuplicateSkus(plans: readonly RowPlan[], { headings, storedItems }: RowContext): void {
  const found = headings.columns.find(({ column }) => column.path[0] === "sku");
  if (!found) return;
  const findEdit = (plan: RowPlan) => plan.edits.find(({ path }) => path[0] === "sku");
  const editedIds = new Set(plans.filter(findEdit).map(({ id }) => id));
  const toKey = (sku: unknown) => String(sku).toLowerCase();
  const otherItems = [...storedItems].filter(([id]) => !editedIds.has(id));
  const idsBySku = new Map(otherItems.map(([id, item]) => [toKey(item.get(found.column)), id]));
  for (const plan of plans) {
    const edit = findEdit(plan);
    if (edit?.value === undefined) continue;
    const other = idsBySku.get(toKey(edit.value));
    idsBySku.set(toKey(edit.value), other ?? plan.id);
    if (other === undefined || other === plan.id) continue;
    const message = `is also the sku of ${other}: each product has a number of its own`;
    plan.problems.push({ column: found.heading, message });
    plan.edits = plan.edits.filter((one) => one !== edit);
  }
}
