import { parseArgs } from "node:util";
import { getContentFolder } from "../app/services/runtime/environment.ts";
import { formatCount } from "../app/services/runtime/format-count.ts";
import { TableError, tableNames } from "../app/services/content/tables/columns.ts";
import { importTable, type ImportResult } from "../app/services/content/tables/import-table.ts";
import {
  parseTableName,
  rejectOptionsTakenByNpm,
  reportUsageError,
} from "../app/services/content/tables/table-usage.ts";

const help = `npm run import -- KIND FILE [options]

  KIND      ${tableNames.join(", ")}
  FILE      a table, .xlsx or .csv, as npm run export writes it
  --write   writes the changes; without it nothing is written
  --json    one object instead of the report

Exit code: 0 the table is fine, 1 it has mistakes or rows that are left out, 2 it could not be read.`;

const options = { write: { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean" } } as const;

/** Number of characters that the report shows of a text. */
const maxShownLength = 80;

/** `npm run import`: changes items, and creates new ones, from a table. */
try {
  rejectOptionsTakenByNpm("import", ["write"]);
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(help);
  else await run(positionals, values);
} catch (error) {
  reportUsageError(error);
}

async function run(
  [word, file, ...others]: string[],
  { write = false, json = false }: { write?: boolean; json?: boolean },
): Promise<void> {
  const table = parseTableName(word, help);
  if (!file || others.length > 0) throw new TableError(`Which file? One at a time.\n\n${help}`);
  const today = new Date().toISOString().slice(0, 10);
  const result = await importTable(table, file, { root: getContentFolder(process.env), shouldWrite: write, today });
  console.log(json ? JSON.stringify(result, null, 2) : formatReport(result));
  const { problems, contentProblems, leftOut } = result;
  if (problems.length + contentProblems.length + leftOut.length > 0) process.exitCode = 1;
}

/** Returns what changes, field by field, what is left out, and what to do next. */
function formatReport(result: ImportResult): string {
  const { table, file, rows, unchanged, changed, created, leftOut, missing, notes } = result;
  const formatItem = ({ line, id, title }: ImportResult["created"][number]) => `row ${line}  ${table}/${id}  ${title}`;
  const mistakes = result.problems.map(({ line, column, reason }) => `row ${line}, ${column}: ${reason}`);
  return [
    `${file}: ${formatCount(rows, "row")}: ${changed.length} changed, ${created.length} new, ${unchanged} unchanged, ${leftOut.length} left out.`,
    ...changed.flatMap((item) => [
      "",
      formatItem(item),
      ...item.fields.map(({ column, before, after }) => `  ${column}: ${formatChange(before, after)}`),
    ]),
    ...formatSection("New:", created.map(formatItem)),
    ...formatSection("Left out:", [...leftOut.map(({ line, reason }) => `row ${line}: ${reason}`), ...notes]),
    ...(missing > 0 ? ["", `${formatCount(missing, "item")} of the content without a row: nothing is deleted.`] : []),
    ...formatSection("Mistakes:", [...mistakes, ...result.contentProblems]),
    "",
    describeNextStep(result),
  ].join("\n");
}

function formatSection(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : [];
}

function describeNextStep({
  table,
  file,
  changed,
  created,
  problems,
  contentProblems,
  isWritten,
}: ImportResult): string {
  const total = changed.length + created.length;
  if (problems.length + contentProblems.length > 0) return "Nothing was written: correct the mistakes and try again.";
  if (total === 0) return "Nothing was written: there is nothing to change.";
  if (isWritten)
    return `${formatCount(total, "item")} written to the content. Export the table again before you change more: npm run export -- ${table}`;
  return `Nothing was written: this was a dry run. To write the changes: npm run import -- ${table} ${file} --write`;
}

/** Formats a change as `old → new`. Long texts are cut to the start of the difference. */
function formatChange(before: string, after: string): string {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const show = (text: string) => {
    if (text === "") return "(empty)";
    if (text.length <= maxShownLength) return text;
    const start = Math.max(0, same - 20);
    const end = start + maxShownLength;
    return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
  };
  return `${show(before)} → ${show(after)}`.replaceAll("\n", "⏎");
}
