import { constants, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { UsageError } from "../../runtime/usage-error.ts";
import { say, type Problem } from "../checks/problem.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { formatCell, parseCell } from "./cells.ts";
import { getColumns, idHeading, versionHeading, type Column, type TableName } from "./columns.ts";
import { ContentFiles, replaceFiles, writeFiles, type ContentFile } from "./content-files.ts";
import { exportItem } from "./export-table.ts";
import { readTable } from "./table-files.ts";

/** Result of an import. Lines are those of the table. */
export type ImportResult = {
  table: TableName;
  file: string;
  /** Number of rows. */
  rows: number;
  /** Existing items that change, field by field. */
  changed: ({ fields: { column: string; before: string; after: string }[] } & Item)[];
  created: Item[];
  /** Number of items that have no row. They stay. */
  missing: number;
  /** Mistakes in the table, and those that the import would cause elsewhere. If there are any, nothing is written. */
  problems: Problem[];
  isWritten: boolean;
};

type Item = { line: number; id: string; title: string };

/**
 * Compares a table with the content, checks the content as it would be, and writes the changes.
 * @param root the content folder
 * @param shouldWrite whether to write the changes; otherwise it is a dry run
 * @throws {UsageError} if the table or the content can't be read
 */
export async function importTable(
  table: TableName,
  file: string,
  root: string,
  shouldWrite: boolean,
): Promise<ImportResult> {
  const files = new ContentFiles(root, table);
  const columns = getColumns(table);
  const ids = files.listIds();
  const rows = await readRows(file, columns);
  const lines = new Map(rows.map(({ id, line }) => [id, line]));
  const plans = rows.map((row) => planRow(row, files, columns, !ids.includes(row.id), lines.get(row.id)!));
  for (const { id, changes } of plans.filter(({ mistake }) => !mistake))
    for (const { column, value } of changes) files.set(id, column, value);
  const changedFiles = files.getChanged();
  const problems = [
    ...plans.flatMap(({ line, mistake }) => (mistake ? [{ file, line, ...mistake }] : [])),
    ...checkChanges(root, changedFiles).map(
      (problem) => locateInTable(problem, table, columns, lines, file) ?? problem,
    ),
  ];
  const isWritten = shouldWrite && problems.length === 0 && changedFiles.size > 0;
  if (isWritten) replaceFiles(root, changedFiles);
  const toItem = ({ line, id, title }: RowPlan) => ({ line, id, title });
  return {
    table,
    file,
    rows: rows.length,
    problems,
    isWritten,
    changed: plans
      .filter(({ isNew, changes }) => !isNew && changes.length > 0)
      .map((plan) => ({
        ...toItem(plan),
        fields: plan.changes.map(({ column, before, after }) => ({ column: column.heading, before, after })),
      })),
    created: plans.filter(({ isNew }) => isNew).map(toItem),
    missing: ids.filter((id) => !lines.has(id)).length,
  };
}

/** A row. A column that isn't in the table has no cell. */
type Row = { line: number; id: string; version: string; cells: (string | undefined)[] };

/** Reads the rows. Columns are found by their headings, which may be in one language only. */
async function readRows(file: string, columns: readonly Column[]): Promise<Row[]> {
  const headings = [idHeading, versionHeading, ...columns.map(({ heading }) => heading)];
  const isHeading = (cell: string, heading: string) => cell === heading || heading.split(" / ").includes(cell);
  const [head, ...rows] = await readTable(file);
  if (!head || rows.length === 0) throw new UsageError(`${file} has no rows below its headings.`);
  const places = head.cells.map((cell) => headings.findIndex((heading) => isHeading(cell, heading)));
  const wrong = head.cells.find(
    (cell, index) => cell && (places[index] === -1 || places.indexOf(places[index]!) < index),
  );
  if (!places.includes(0)) throw new UsageError(`The first row has no column “${idHeading}”.`);
  if (wrong) throw new UsageError(`The column “${wrong}” is not known here, or is in the table twice: delete it.`);
  return rows.map(({ line, cells: all }) => {
    const getCell = (place: number) => (places.includes(place) ? (all[places.indexOf(place)] ?? "") : undefined);
    const [id = "", version = "", ...cells] = headings.map((_, place) => getCell(place));
    return { line, id, version, cells };
  });
}

type Mistake = Pick<Problem, "field" | "message">;
type Change = { column: Column; value: unknown; before: string; after: string };

/** What a row changes. */
type RowPlan = Item & { isNew: boolean; changes: Change[]; mistake?: Mistake };

/** @param lastLine the last row with this id */
function planRow(row: Row, files: ContentFiles, columns: readonly Column[], isNew: boolean, lastLine: number): RowPlan {
  const { line, id, version, cells } = row;
  const item = isNew ? undefined : exportItem(files, id, columns);
  const changes = columns.flatMap((column, place): Change[] => {
    const before = item?.cells[place] ?? "";
    const cell = cells[place] ?? before;
    const value = parseCell(cell, column.schema);
    const after = formatCell(value, column.schema);
    return after === before ? [] : [{ column, value, before, after }];
  });
  const title = cells.find((cell, place) => cell && /^(?:title|names)$/.test(columns[place]!.path[0]!)) ?? "";
  const plan = { line, id, title, isNew, changes };
  const isStale = isNew ? version !== "" : changes.length > 0 && version !== item?.version;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) || id.length > maxIdLength)
    return { ...plan, mistake: { field: idHeading, message: say("cellId", { id, max: maxIdLength }) } };
  if (line !== lastLine)
    return { ...plan, mistake: { field: idHeading, message: say("cellTwice", { id, line: lastLine }) } };
  return isStale ? { ...plan, mistake: createVersionMistake(plan, version) } : plan;
}

/** Maximum number of characters of an id, which is part of folder names and URLs. */
const maxIdLength = 80;

function createVersionMistake({ id, isNew, changes }: RowPlan, version: string): Mistake {
  const columns = changes.map(({ column }) => column.heading).join(", ");
  const key = isNew ? "cellGone" : version === "" ? "cellNoVersion" : "cellStale";
  return { field: versionHeading, message: say(key, { id, columns }) };
}

/** Returns what `check-content` would report about a content folder with these changes. It checks a copy, which is deleted. */
function checkChanges(root: string, changed: ReadonlyMap<string, ContentFile>): Problem[] {
  if (changed.size === 0) return [];
  const copy = mkdtempSync(join(tmpdir(), "import-"));
  try {
    cpSync(root, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    writeFiles(copy, changed);
    const { problems } = readContentFolder(copy);
    return problems.map((problem) => ({ ...problem, file: relative(copy, problem.file).split(sep).join("/") }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Returns a mistake of the content at its row and column; `undefined` if it isn't in the table. */
function locateInTable(
  { file, field, message }: Problem,
  table: TableName,
  columns: readonly Column[],
  lines: ReadonlyMap<string, number>,
  tableFile: string,
): Problem | undefined {
  const [folder, item = "", name = item] = file.split("/");
  if (folder !== (table === "herb" ? "herbs" : table)) return undefined;
  const ownField = field.replace("(text)", "text");
  const line = lines.get(item.replace(/\.yaml$/, ""));
  if (line === undefined) return undefined;
  const ofFile = columns.filter(({ locale }) => locale === undefined || name.startsWith(`index.${locale}.`));
  const steps = ownField.split(/[.[]/);
  const column = ofFile.find((one) => one.path.every((step, index) => steps[index] === step));
  const part = column && ownField !== column.path.join(".") ? ` (${ownField})` : "";
  return { file: tableFile, line, field: `${column?.heading ?? field}${part}`, message };
}
