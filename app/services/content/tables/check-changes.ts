import { constants, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { localeCodes } from "../../../i18n/locales.ts";
import { defaultLocale } from "../../../i18n/locales.ts";
import { formatMessage } from "../checks/messages.ts";
import type { Problem } from "../checks/problem.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { getColumns, type TableName } from "./columns.ts";
import { formatHeading, type FoundColumn } from "./headings.ts";
import type { ChangedFile } from "./content-files.ts";

/**
 * Returns what `check-content` would report about a content folder with these changes. It checks a copy, which is deleted.
 * @returns mistakes, with paths within the content folder
 */
export function checkChanges(root: string, changed: ReadonlyMap<string, ChangedFile>): Problem[] {
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

/** A mistake of the content with its place in a table. */
export type TableProblem = { id: string; column: string; message: string };

/** Returns the item, column and sentence of a mistake in a file of the table; `undefined` for other files. */
export function toTableProblem(
  problem: Problem,
  table: TableName,
  columns: readonly FoundColumn[],
): TableProblem | undefined {
  const locale = localeCodes.find((code) => problem.file.split("/").at(-1)!.startsWith(`${code}.`));
  const field = findField(problem, table);
  if (!field) return undefined;
  const [name] = field.path.split(/[.[]/);
  const isColumnOfField = ({ path, locale: columnLocale }: FoundColumn["column"]) =>
    (columnLocale === locale || problem.field === "(folder)") && (path.join(".") === field.path || path[0] === name);
  const column = getColumns(table).find(isColumnOfField);
  const heading =
    columns.find((entry) => isColumnOfField(entry.column))?.heading ?? (column && formatHeading(column.headings));
  const reason = formatMessage(problem.message, defaultLocale);
  if (
    table === "herb" &&
    typeof problem.message === "object" &&
    "key" in problem.message &&
    problem.message.key === "noHerb"
  )
    return { id: field.id, column: heading ?? field.path, message: explainMissingFacts(columns) };
  const isOfFile = field.path.startsWith("(");
  const isPart = field.path !== name && !field.path.startsWith("seo.") && !isOfFile;
  const message = (isPart ? `${field.path} ` : "") + adaptMessage(name!, reason);
  return { id: field.id, column: heading ?? (isOfFile ? "" : field.path), message };
}

/** Names the columns that a new herb needs besides its names. */
function explainMissingFacts(columns: readonly FoundColumn[]): string {
  const headings = getColumns("herb")
    .filter(({ path }) => ["latin", "species", "part"].includes(path[0]))
    .map(
      ({ path, headings: names }) =>
        columns.find(({ column }) => column.path[0] === path[0])?.heading ?? formatHeading(names),
    );
  return `is a new herb: fill ${headings.join(", ")} in this row, too`;
}

function findField({ file, field }: Problem, table: TableName): { id: string; path: string } | undefined {
  const [folder, id, name] = file.split("/");
  if (table !== "herb") {
    const isItem = folder === table && id !== undefined;
    return isItem
      ? { id, path: field === "(text)" ? "text" : field === "(folder)" || !name ? "title" : field }
      : undefined;
  }
  if (folder !== "herbs" || id === "plates.yaml") return undefined;
  const [herb, ...path] = field.split(".");
  return { id: herb!, path: path.join(".") || (id === "facts.yaml" ? "id" : "name") };
}

/** Rewrites a message for people who fill in cells and don't know front matter or time zones. */
function adaptMessage(field: string, message: string): string {
  if (message.startsWith("must be a time with its time zone"))
    return "must be a time in China's time zone, such as 2027-01-04 09:00";
  if (field === "text" && message.startsWith("is missing")) return "is missing: write what the page says";
  return message
    .replace(/: add `\w+:` and /, ": write ")
    .replace(/: write \[one, two\].*/, ": write each on a line of its own")
    .replace(/: write " at both ends, or no quotes$/, ": remove them");
}
