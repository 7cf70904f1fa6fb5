import { formatProblem, formatReport } from "../app/services/content/checks/content-report.ts";
import { getContentFolder } from "../app/services/runtime/environment.ts";
import { parseTableName, tableNames } from "../app/services/content/tables/columns.ts";
import { importTable, type ImportResult } from "../app/services/content/tables/import-table.ts";
import { UsageError } from "../app/services/runtime/usage-error.ts";
import { formatCount, runCommand } from "./command.ts";

const help = `npm run import -- KIND FILE [options]

  KIND      ${tableNames.join(", ")}
  FILE      a table, .xlsx or .csv, as npm run export writes it
  --write   writes the changes; without it nothing is written
  --json    one object instead of the report

Exit code: 0 the table is fine, 1 it has mistakes, 2 it could not be read.`;

const options = { write: { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean" } } as const;

/** `npm run import`: changes items, and creates new ones, from a table. */
await runCommand({
  name: "import",
  help,
  options,
  npmOptions: ["write"],
  async run({ write = false, json = false }, [name, file, ...others]) {
    const table = parseTableName(name, help);
    if (!file || others.length > 0) throw new UsageError(`Which file? One at a time.\n\n${help}`);
    const result = await importTable(table, file, getContentFolder(process.env), write);
    const problems = result.problems.map((problem) => formatProblem(problem));
    console.log(json ? JSON.stringify({ ...result, problems }, null, 2) : describe(result));
    if (problems.length > 0) process.exitCode = 1;
  },
});

/** Returns what changes, field by field, what is wrong, and what to do next. */
function describe(result: ImportResult): string {
  const { table, file, rows, changed, created, missing, problems } = result;
  const formatItem = ({ line, id, title }: ImportResult["created"][number]) => `row ${line}  ${table}/${id}  ${title}`;
  return [
    `${file}: ${formatCount(rows, "row")}: ${changed.length} changed, ${created.length} new.`,
    ...changed.flatMap((item) => [
      "",
      formatItem(item),
      ...item.fields.map(({ column, before, after }) => `  ${column}: ${formatChange(before, after)}`),
    ]),
    ...(created.length > 0 ? ["", "New:", ...created.map((item) => `  ${formatItem(item)}`)] : []),
    ...(missing > 0 ? ["", `${formatCount(missing, "item")} of the content without a row: nothing is deleted.`] : []),
    ...(problems.length > 0 ? ["", formatReport(problems, [])] : []),
    "",
    describeNextStep(result),
  ].join("\n");
}

function describeNextStep({ table, file, changed, created, problems, isWritten }: ImportResult): string {
  const total = changed.length + created.length;
  if (problems.length > 0) return "Nothing was written: correct the mistakes and try again.";
  if (total === 0) return "Nothing was written: there is nothing to change.";
  if (!isWritten)
    return `Nothing was written: this was a dry run. To write the changes: npm run import -- ${table} ${file} --write`;
  return `${formatCount(total, "item")} written to the content. Export the table again before you change more: npm run export -- ${table}`;
}

/** Formats a change as `old → new`. Long texts are cut to the start of the difference. */
function formatChange(before: string, after: string): string {
  const same = [...before].findIndex((character, index) => character !== after[index]);
  const start = Math.max(0, (same < 0 ? before.length : same) - 20);
  const show = (text: string) => (text.length > 80 ? `…${text.slice(start, start + 80)}…` : text || "(empty)");
  return `${show(before)} → ${show(after)}`.replaceAll("\n", "⏎");
}
