import { parseArgs } from "node:util";
import { paths } from "../../platform/paths.ts";
import { columns, template } from "../importing/columns.ts";
import { importProducts } from "../importing/import-products.ts";
import { importReport } from "../importing/import-report.ts";
import { createProgress } from "../importing/progress.ts";
import { TableError } from "../importing/read-table.ts";

const help = `npm run import-products -- FILE [options]

  FILE         a table of products, .csv or .xlsx, headings in its first line
  --write      writes what is accepted; without it nothing is written
  --json       one object instead of the report
  --template   prints a table to start from:
               npm run --silent import-products -- --template > products.csv

Columns, in Chinese or English: ${columns.map(({ headings }) => headings.join(" / ")).join(", ")}

Exit code: 0 every row is accepted, 1 some are refused, 2 the table could not be read.`;

const options = {
  write: { type: "boolean" },
  json: { type: "boolean" },
  template: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** `npm run import-products`: brings several dozen products in from a table. */
try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(help);
  else if (values.template) process.stdout.write(template());
  else await run(positionals, values);
} catch (error) {
  const isUsage = error instanceof TableError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? (error as Error).message : error);
  process.exitCode = 2;
}

async function run([file, ...others]: string[], values: { write?: boolean; json?: boolean }): Promise<void> {
  if (!file || others.length > 0) throw new TableError(`Which file? One at a time.\n\n${help}`);
  const result = await importProducts(file, {
    root: paths.content,
    isWriting: values.write ?? false,
    today: new Date().toISOString().slice(0, 10),
    onProgress: createProgress(process.stderr, "rows looked at"),
  });
  console.log(values.json ? JSON.stringify(result, null, 2) : importReport(result));
  if (result.refused.length > 0) process.exitCode = 1;
}
