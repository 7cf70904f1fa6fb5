import { parseArgs } from "node:util";
import { getContentFolder } from "../app/services/runtime/environment.ts";
import { formatCount } from "../app/services/runtime/format-count.ts";
import { TableError, tableNames } from "../app/services/content/tables/columns.ts";
import { exportTable } from "../app/services/content/tables/import-table.ts";
import {
  parseTableName,
  rejectOptionsTakenByNpm,
  reportUsageError,
} from "../app/services/content/tables/table-usage.ts";

const help = `npm run export -- KIND [--out FILE]

  KIND         ${tableNames.join(", ")}
  --out FILE   the table to write, .xlsx or .csv; without it KIND.xlsx

Writes a row for each item. Change it in a spreadsheet program, and then: npm run import -- KIND FILE

Exit code: 0 the table was written, 2 it wasn't.`;

const options = { out: { type: "string" }, help: { type: "boolean" } } as const;

/** `npm run export`: writes the items of a kind, or the herbs, to a table. */
try {
  rejectOptionsTakenByNpm("export", ["out"]);
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(help);
  else await run(positionals, values.out);
} catch (error) {
  reportUsageError(error);
}

async function run([word, ...others]: string[], out: string | undefined): Promise<void> {
  const table = parseTableName(word, help);
  if (others.length > 0) throw new TableError(`One kind at a time, and the file after --out.\n\n${help}`);
  const file = out ?? `${table}.xlsx`;
  const rows = await exportTable(table, file, getContentFolder(process.env));
  console.log(`${formatCount(rows, "row")} written to ${file}. After your changes: npm run import -- ${table} ${file}`);
}
