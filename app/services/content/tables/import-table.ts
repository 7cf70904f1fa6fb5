import { checkChanges, toTableProblem, type TableProblem } from "./check-changes.ts";
import { getColumns, idHeadings, tableNames, type TableName } from "./columns.ts";
import { createContentFiles } from "./content-files.ts";
import { readHeadings, type FoundHeadings } from "./headings.ts";
import { readNames, type Names } from "./names.ts";
import { readTable, type TableRow } from "./read-table.ts";
import { addDuplicateProblems, addDuplicateSkus, planRow, type FieldChange, type RowPlan } from "./row-plan.ts";
import { readStoredItems } from "./stored-items.ts";
import { TableError } from "./table-error.ts";
import { setField } from "./text-file.ts";
import { writeFiles } from "./write-files.ts";

/** Result of an import. */
export type ImportResult = {
  table: TableName;
  file: string;
  /** Number of rows. */
  rows: number;
  unchanged: number;
  /** Existing items that change, field by field. */
  changed: { line: number; id: string; title: string; fields: FieldChange[] }[];
  created: { line: number; id: string; title: string }[];
  /** Rows that aren't read because of their version, with the reason. */
  leftOut: { line: number; id: string; reason: string }[];
  /** Number of items that have no row. They stay. */
  missing: number;
  /** Sentences about columns and sheets that aren't read. */
  notes: string[];
  /** Mistakes in the table. If there are any, nothing is written. */
  problems: { line: number; column: string; reason: string }[];
  /** Mistakes that the import would cause in other files, as `check-content` reports them. */
  contentProblems: string[];
  isWritten: boolean;
};

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
export async function importTable(
  table: TableName,
  file: string,
  { root, shouldWrite: isWriting, today }: Options,
): Promise<ImportResult> {
  const columns = getColumns(table);
  const isHeading = (text: string) => readHeadings([text], columns).leftOut.length === 0 && text.trim() !== "";
  const { headings: head, rows, notes } = await readTable(file, isHeading);
  const headings = readHeadings(head, columns);
  rejectOtherTable(table, file, head, headings);
  if (headings.problems.length > 0) throw new TableError(headings.problems.join("\n"));
  const storedItems = new Map(readStoredItems(table, root).map((item) => [item.id, item]));
  const names = readNames(table, root);
  const context = { table, headings, storedItems, names, today };
  const plans = rows.map((row) => planRow(row, context));
  addDuplicateProblems(plans);
  const files = createContentFiles(root);
  const includedPlans = plans.filter(({ leftOut }) => leftOut === undefined);
  addDuplicateSkus(includedPlans, context);
  for (const plan of includedPlans)
    for (const { file: name, path, value } of plan.edits) files.edit(name, (text) => setField(name, text, path, value));
  const tableProblems = [...rows.flatMap((row) => findExtraCells(row, head)), ...listPlanProblems(includedPlans)];
  const changedContentProblems = files.changed.size > 0 ? checkChanges(root, files.changed) : [];
  const { problems, contentProblems } = groupProblems(changedContentProblems, table, headings, includedPlans, names);
  const knownPlaces = new Set(tableProblems.map(({ line, column }) => `${line} ${column}`));
  const allProblems = [
    ...tableProblems,
    ...problems.filter(({ line, column }) => !knownPlaces.has(`${line} ${column}`)),
  ];
  const isFine = allProblems.length === 0 && contentProblems.length === 0;
  const isWritten = isWriting && isFine && files.changed.size > 0;
  if (isWritten) writeFiles(root, files.changed);
  const ids = new Set(plans.map(({ id }) => id));
  return {
    table,
    file,
    rows: rows.length,
    unchanged: includedPlans.filter(({ isNew, edits, problems: found }) => !isNew && edits.length + found.length === 0)
      .length,
    changed: includedPlans
      .filter(({ isNew, changes }) => !isNew && changes.length > 0)
      .map(({ line, id, title, changes }) => ({ line, id, title, fields: changes })),
    created: includedPlans.filter(({ isNew }) => isNew).map(({ line, id, title }) => ({ line, id, title })),
    leftOut: plans.flatMap(({ line, id, leftOut }) => (leftOut === undefined ? [] : [{ line, id, reason: leftOut }])),
    missing: [...storedItems.keys()].filter((id) => !ids.has(id)).length,
    notes: [...notes, ...headings.leftOut],
    problems: allProblems
      .map((one) => (one.column === idHeadings[1] ? { ...one, column: head[headings.id]! } : one))
      .sort((a, b) => a.line - b.line),
    contentProblems,
    isWritten,
  };
}

/** @throws {TableError} if the headings are those of another table */
function rejectOtherTable(table: TableName, file: string, head: readonly string[], { leftOut }: FoundHeadings): void {
  if (leftOut.length === 0) return;
  const other = tableNames.find((name) => readHeadings(head, getColumns(name)).leftOut.length === 0);
  if (other)
    throw new TableError(`${file} is a table of ${other}, not of ${table}: npm run import -- ${other} ${file}`);
}

/** Finds rows with too many cells. A comma in a text without quotes moves the cells after it. */
function findExtraCells({ line, cells }: TableRow, head: readonly string[]): ImportResult["problems"] {
  if (!cells.slice(head.length).some((cell) => cell !== "")) return [];
  const reason = "the row has more cells than there are headings: put a text with a comma in it between quotes";
  return [{ line, column: "", reason }];
}

function listPlanProblems(plans: readonly RowPlan[]): ImportResult["problems"] {
  return plans.flatMap(({ line, problems }) =>
    problems.map(({ column, message }) => ({ line, column, reason: message })),
  );
}

/** Divides mistakes of the content into those in rows of the table and all others. */
function groupProblems(
  foundProblems: ReturnType<typeof checkChanges>,
  table: TableName,
  { columns }: FoundHeadings,
  plans: readonly RowPlan[],
  { herbs }: Names,
): Pick<ImportResult, "problems" | "contentProblems"> {
  const plansById = Map.groupBy(plans, ({ id }) => id);
  // Of several rows with an id, the last one with a change in the column has written it.
  const findPlan = ({ id, column }: TableProblem) =>
    plansById.get(id)?.findLast(({ changes }) => changes.some((change) => change.column === column)) ??
    plansById.get(id)?.[0];
  const groups: Pick<ImportResult, "problems" | "contentProblems"> = { problems: [], contentProblems: [] };
  // The check of the content suggests only ids, but the cells contain names.
  const suggestHerb = (message: string) => {
    const name = /^no herb ([^ ]+) in herbs\/facts\.yaml$/.exec(message)?.[1];
    return name === undefined ? message : message + herbs.didYouMean(name);
  };
  for (const problem of foundProblems) {
    const tableProblem = toTableProblem(problem, table, columns);
    const line = tableProblem && findPlan(tableProblem)?.line;
    if (line === undefined)
      groups.contentProblems.push(`${problem.file}:${problem.line}  ${problem.field}  ${problem.message}`);
    else groups.problems.push({ line, column: tableProblem!.column, reason: suggestHerb(tableProblem!.message) });
  }
  return groups;
}
