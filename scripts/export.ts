import { getContentFolder } from "../app/services/runtime/environment.ts";
import { parseTableName, tableNames } from "../app/services/content/tables/columns.ts";
import { exportTable } from "../app/services/content/tables/export-table.ts";
import { UsageError } from "../app/services/runtime/usage-error.ts";
import { formatCount, runCommand } from "./command.ts";

const help = `npm run export -- KIND [--out FILE]

  KIND         ${tableNames.join(", ")}
  --out FILE   the table to write, .xlsx or .csv; without it KIND.xlsx

Writes a row for each item. Change it in a spreadsheet program, and then: npm run import -- KIND FILE

Exit code: 0 the table was written, 2 it wasn't.`;

const options = { out: { type: "string" }, help: { type: "boolean" } } as const;

/** `npm run export`: writes the items of a kind, or the herbs, to a table. */
await runCommand({
  name: "export",
  help,
  options,
  npmOptions: ["out"],
  async run({ out }, [name, ...others]) {
    const table = parseTableName(name, help);
    if (others.length > 0) throw new UsageError(`One kind at a time, and the file after --out.\n\n${help}`);
    const file = out ?? `${table}.xlsx`;
    const rows = await exportTable(table, file, getContentFolder(process.env));
    console.log(
      `${formatCount(rows, "row")} written to ${file}. After your changes: npm run import -- ${table} ${file}`,
    );
  },
});
