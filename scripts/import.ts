import { parseArgs } from "node:util";
import { getContentFolder } from "../app/services/runtime/environment.ts";
import { tableNames } from "../app/services/content/tables/columns.ts";
import { formatImportReport } from "../app/services/content/tables/import-report.ts";
import { importTable } from "../app/services/content/tables/import-table.ts";
import { TableError } from "../app/services/content/tables/table-error.ts";
import { parseTableName, rejectOptionsTakenByNpm } from "../app/services/content/tables/table-usage.ts";

const help = `npm run import -- KIND FILE [options]

  KIND      ${tableNames.join(", ")}
  FILE      a table, .xlsx or .csv, as npm run export writes it
  --write   writes the changes; without it nothing is written
  --json    one object instead of the report

Exit code: 0 the table is fine, 1 it has mistakes or rows that are left out, 2 it could not be read.`;

const options = { write: { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean" } } as const;

/** `npm run import`: changes items, and creates new ones, from a table. */
try {
  rejectOptionsTakenByNpm("import", ["write"], process.env);
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(help);
  else await run(positionals, values);
} catch (error) {
  const isUsage = error instanceof TableError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? (error as Error).message : error);
  process.exitCode = 2;
}

async function run(
  [word, file, ...others]: string[],
  { write = false, json = false }: { write?: boolean; json?: boolean },
): Promise<void> {
  const table = parseTableName(word, help);
  if (!file || others.length > 0) throw new TableError(`Which file? One at a time.\n\n${help}`);
  const today = new Date().toISOString().slice(0, 10);
  const result = await importTable(table, file, { root: getContentFolder(process.env), shouldWrite: write, today });
  console.log(json ? JSON.stringify(result, null, 2) : formatImportReport(result));
  const { problems, contentProblems, leftOut } = result;
  if (problems.length + contentProblems.length + leftOut.length > 0) process.exitCode = 1;
}
