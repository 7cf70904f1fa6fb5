import { formatCell } from "./cells.ts";
import { getColumns, idHeadings, versionHeadings, type TableName } from "./columns.ts";
import { formatHeading } from "./headings.ts";
import { readNames } from "./names.ts";
import { tableLimits } from "./read-table.ts";
import { readStoredItems } from "./stored-items.ts";
import { TableError } from "./table-error.ts";
import { writeTable } from "./write-table.ts";

/**
 * Writes the items of a kind, or the herbs, to a table with one row each.
 * @param file name of the table, which must not exist: `.xlsx` or `.csv`
 * @param root the content folder
 * @returns the number of rows
 * @throws {TableError} if the content can't be read or the file can't be written
 */
export async function exportTable(table: TableName, file: string, root: string): Promise<number> {
  const items = readStoredItems(table, root);
  if (items.length > tableLimits.rows) throw new TableError(`${items.length} rows are too many for a table.`);
  const names = readNames(table, root);
  const columns = getColumns(table);
  const head = [idHeadings, ...columns.map(({ headings }) => headings), versionHeadings].map(formatHeading);
  const rows = items.map((item) => [
    item.id,
    ...columns.map((column) => formatCell(item.get(column), column, names)),
    item.version,
  ]);
  await writeTable(file, [head, ...rows], table);
  return rows.length;
}
