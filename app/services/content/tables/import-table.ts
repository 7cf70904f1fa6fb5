import { createHash } from "node:crypto";
import { constants, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { defaultLocale } from "../../../i18n/locales.ts";
import { formatProblem } from "../checks/content-report.ts";
import { formatMessage } from "../checks/messages.ts";
import { say, type Message, type Problem } from "../checks/problem.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { CellError, formatCell, parseCell, type TableNames } from "./cells.ts";
import { formatHeading, getColumns, idHeading, TableError, versionHeading } from "./columns.ts";
import type { Column, TableName } from "./columns.ts";
import { ContentFiles, writeChanged } from "./content-files.ts";
import { readTable, writeTable, type TableRow } from "./table-files.ts";

type Item = { line: number; id: string; title: string };

/** Result of an import. */
export type ImportResult = {
  table: TableName;
  file: string;
  /** Number of rows. */
  rows: number;
  unchanged: number;
  /** Existing items that change, field by field. */
  changed: (Item & { fields: FieldChange[] })[];
  created: Item[];
  /** Rows that aren't read because of their version, with the reason. */
  leftOut: { line: number; id: string; reason: string }[];
  /** Number of items that have no row. They stay. */
  missing: number;
  /** Sentences about columns that aren't read. */
  notes: string[];
  /** Mistakes in the table. If there are any, nothing is written. */
  problems: TableProblem[];
  /** Mistakes that the import would cause in other files, as `check-content` reports them. */
  contentProblems: string[];
  isWritten: boolean;
};

type FieldChange = { column: string; before: string; after: string };
type TableProblem = { line: number; column: string; reason: string };

/** Creates a mistake in the owner's language. */
function createProblem(line: number, column: string, message: Message): TableProblem {
  return { line, column, reason: formatMessage(message, defaultLocale) };
}

/** Maximum number of characters of an id, which is part of folder names and URLs. */
const maxIdLength = 80;

/** An item as its row would be exported. */
type ExportedItem = { cells: string[]; version: string };

/** A table of the content folder. */
type ContentTable = { table: TableName; files: ContentFiles; columns: Column[]; names: TableNames };

function openTable(table: TableName, root: string): ContentTable {
  const files = new ContentFiles(root);
  return { table, files, columns: getColumns(table), names: files.readNames(table) };
}

function exportItem({ table, files, columns, names }: ContentTable, id: string): ExportedItem {
  const cells = columns.map((column) => formatCell(files.get(table, id, column), column, names));
  // It begins with a letter, so that spreadsheets don't convert it to a number.
  const version = `v${createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12)}`;
  return { cells, version };
}

/**
 * Writes the items of a kind, or the herbs, to a table with one row each.
 * @param file name of the table, which must not exist: `.xlsx` or `.csv`
 * @returns the number of rows
 * @throws {TableError} if the content can't be read or the file can't be written
 */
export async function exportTable(table: TableName, file: string, root: string): Promise<number> {
  const content = openTable(table, root);
  const rows = content.files.listIds(table).map((id) => {
    const { cells, version } = exportItem(content, id);
    return [id, ...cells, version];
  });
  await writeTable(file, [[idHeading, ...content.columns.map(formatHeading), versionHeading], ...rows], table);
  return rows.length;
}

type Options = {
  /** The content folder. */
  root: string;
  /** Whether to write the changes; otherwise it is a dry run. */
  shouldWrite: boolean;
  /** Date of new items without one. */
  today: string;
};

/**
 * Compares a table with the content, checks the content as it would be, and writes the changes.
 * @throws {TableError} if the table or the content can't be read
 */
export async function importTable(table: TableName, file: string, options: Options): Promise<ImportResult> {
  const { root, shouldWrite, today } = options;
  const content = openTable(table, root);
  const [head, ...rows] = await readTable(file, (cells) => cells.some((cell) => isHeading(cell, idHeading)));
  if (!head || rows.length === 0) throw new TableError(`${file} has no rows below its headings.`);
  const headings = readHeadings(head.cells, content.columns);
  const ids = new Set(content.files.listIds(table));
  const plans = rows.map((row) => planRow(row, headings, content, ids.has(getId(row, headings)), today));
  addDuplicateProblems(plans);
  const included = plans.filter(({ leftOut }) => leftOut === undefined);
  for (const { id, edits } of included)
    for (const { column, value } of edits) content.files.set(table, id, column, value);
  const changedFiles = content.files.getChanged();
  const found = changedFiles.size > 0 ? checkChanges(root, changedFiles) : [];
  const located = found.map((problem) => ({ problem, place: locateProblem(problem, table, headings, included) }));
  const problems = [
    ...included.flatMap((plan) => plan.problems),
    ...located.flatMap(({ place }) => (place ? [place] : [])),
  ].sort((a, b) => a.line - b.line);
  const contentProblems = located.flatMap(({ problem, place }) => (place ? [] : [formatProblem(problem, defaultLocale)]));
  const isFine = problems.length === 0 && contentProblems.length === 0;
  const isWritten = shouldWrite && isFine && changedFiles.size > 0;
  if (isWritten) writeChanged(root, changedFiles);
  const toItem = ({ line, id, title }: RowPlan) => ({ line, id, title });
  const changed = included.filter(({ isNew, fields }) => !isNew && fields.length > 0);
  const created = included.filter(({ isNew }) => isNew);
  const planned = new Set(plans.map(({ id }) => id));
  return {
    table,
    file,
    rows: rows.length,
    problems,
    contentProblems,
    isWritten,
    notes: headings.notes,
    unchanged: included.filter((plan) => !plan.isNew && plan.fields.length + plan.problems.length === 0).length,
    changed: changed.map((plan) => ({ ...toItem(plan), fields: plan.fields })),
    created: created.map(toItem),
    leftOut: plans.flatMap(({ line, id, leftOut }) => (leftOut === undefined ? [] : [{ line, id, reason: leftOut }])),
    missing: [...ids].filter((id) => !planned.has(id)).length,
  };
}

type FoundColumn = { column: Column; heading: string; index: number; place: number };

/** Indexes of the columns in the rows; −1 for a missing one. `place` is the index in an exported row. */
type Headings = { id: number; version: number; columns: FoundColumn[]; notes: string[] };

/** Finds the columns. A heading may be in one language only. */
function readHeadings(cells: readonly string[], columns: readonly Column[]): Headings {
  const names = [idHeading, versionHeading, ...columns.map(formatHeading)];
  const matches = cells.map((cell) => names.findIndex((name) => isHeading(cell, name)));
  const duplicate = matches.find((match, index) => match !== -1 && matches.indexOf(match) !== index);
  if (duplicate !== undefined) throw new TableError(`The column “${names[duplicate]}” is in the table twice: delete one.`);
  if (!matches.includes(0)) throw new TableError(`The first row has no column “${idHeading}”.`);
  const unknown = cells.filter((cell, index) => cell !== "" && matches[index] === -1);
  return {
    id: matches.indexOf(0),
    version: matches.indexOf(1),
    columns: columns.flatMap((column, place) => {
      const index = matches.indexOf(place + 2);
      return index === -1 ? [] : [{ column, heading: cells[index]!, index, place }];
    }),
    notes: unknown.map((cell) => `The column “${cell}” is not known here and is left out.`),
  };
}

function isHeading(cell: string, name: string): boolean {
  const normalize = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
  return [name, ...name.split(" / ")].some((one) => normalize(one) === normalize(cell));
}

/** What a row changes. */
type RowPlan = Item & {
  isNew: boolean;
  fields: FieldChange[];
  edits: { column: Column; value: unknown }[];
  problems: TableProblem[];
  leftOut?: string;
};

const getId = ({ cells }: TableRow, headings: Headings) => cells[headings.id] ?? "";

function planRow(row: TableRow, headings: Headings, content: ContentTable, isKnown: boolean, today: string): RowPlan {
  const { line, cells } = row;
  const id = getId(row, headings);
  const version = cells[headings.version] ?? "";
  const titles = headings.columns.filter(({ column: { path } }) => path[0] === "title" || path[0] === "name");
  const title = titles.map(({ index }) => cells[index]).find(Boolean) ?? "";
  const plan: RowPlan = { line, id, title, isNew: !isKnown, fields: [], edits: [], problems: [] };
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) || id.length > maxIdLength) {
    return { ...plan, problems: [createProblem(line, idHeading, say("cellId", { id, max: maxIdLength }))] };
  }
  if (!isKnown && version !== "") {
    const leftOut = `there is no ${id} any more: export the table again. For a new item, empty the cell of its version`;
    return { ...plan, leftOut };
  }
  const item = isKnown ? exportItem(content, id) : undefined;
  for (const found of headings.columns) planCell(found, cells[found.index] ?? "", item, content.names, plan);
  if (!item) addDefaults(plan, content, today);
  if (!item || plan.fields.length === 0 || version === item.version) return plan;
  const columns = plan.fields.map(({ column }) => column).join(", ");
  const leftOut =
    version === ""
      ? `${id} already exists, and the row has no version: export the table and change it there, or write another id (${columns})`
      : `${id} has been changed since the export: export the table again and repeat the change (${columns})`;
  return { ...plan, leftOut };
}

function planCell(
  { column, heading, place }: FoundColumn,
  cell: string,
  item: ExportedItem | undefined,
  names: TableNames,
  plan: RowPlan,
): void {
  const before = item?.cells[place] ?? "";
  if (cell === before) return;
  try {
    const value = parseCell(cell, column, names);
    const after = formatCell(value, column, names);
    if (after === before) return;
    plan.fields.push({ column: heading, before, after: column.format === "text" ? cell : after });
    plan.edits.push({ column, value });
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    plan.problems.push(createProblem(plan.line, heading, error.problem));
  }
}

/** A new item is of today, and shows the plate of its herb. */
function addDefaults(plan: RowPlan, { columns }: ContentTable, today: string): void {
  const getValue = (field: string) => plan.edits.find(({ column }) => column.path[0] === field)?.value;
  const defaults = { date: today, plate: getValue("cover") === undefined ? getValue("herb") : undefined };
  for (const [field, value] of Object.entries(defaults)) {
    const column = columns.find(({ path }) => path[0] === field);
    if (column && value !== undefined && getValue(field) === undefined) plan.edits.push({ column, value });
  }
}

function addDuplicateProblems(plans: readonly RowPlan[]): void {
  const lines = new Map<string, number>();
  for (const { id, line, problems } of plans) {
    const earlier = lines.get(id);
    if (earlier === undefined) lines.set(id, line);
    else problems.push(createProblem(line, idHeading, say("cellTwice", { id, line: earlier })));
  }
}

/** Returns what `check-content` would report about a content folder with these changes. It checks a copy, which is deleted. */
function checkChanges(root: string, changed: ReturnType<ContentFiles["getChanged"]>): Problem[] {
  const copy = mkdtempSync(join(tmpdir(), "import-"));
  try {
    cpSync(root, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    for (const [file, { after }] of changed) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), after);
    }
    const { problems } = readContentFolder(copy);
    return problems.map((problem) => ({ ...problem, file: relative(copy, problem.file).split(sep).join("/") }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Returns the row and column of a mistake of the content; `undefined` if it isn't in the table. */
function locateProblem(
  { file, field, message }: Problem,
  table: TableName,
  { columns }: Headings,
  plans: readonly RowPlan[],
): TableProblem | undefined {
  const [folder, second = "", name = second] = file.split("/");
  const isHerb = table === "herb" && folder === "herbs";
  const [herb = "", ...path] = field.split(".");
  const id = isHerb ? herb : folder === table ? second : undefined;
  const line = plans.findLast((plan) => plan.id === id)?.line;
  if (line === undefined) return undefined;
  const ownField = !isHerb ? field.replace("(text)", "text") : path.join(".") || "name";
  const found = columns.find(
    ({ column }) =>
      (column.locale === undefined || name.startsWith(`${column.locale}.`)) &&
      (ownField === column.path.join(".") || (ownField.split(/[.[]/)[0] === column.path[0] && column.path.length === 1)),
  );
  const isPart = found && ownField !== found.column.path.join(".");
  const located = createProblem(line, found?.heading ?? field, message);
  return isPart ? { ...located, reason: `${ownField} ${located.reason}` } : located;
}
