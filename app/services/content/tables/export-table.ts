import { createHash } from "node:crypto";
import { formatCell } from "./cells.ts";
import { getColumns, idHeading, versionHeading, type Column, type TableName } from "./columns.ts";
import { ContentFiles } from "./content-files.ts";
import { writeTable } from "./table-files.ts";

/** An item as its row would be exported. */
export function exportItem(files: ContentFiles, id: string, columns: readonly Column[]) {
  const cells = columns.map((column) => formatCell(files.get(id, column), column.schema));
  // It begins with a letter, so that spreadsheets don't convert it to a number.
  const version = `v${createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12)}`;
  return { cells, version };
}

/**
 * Writes the items of a kind, or the herbs, to a table with one row each.
 * @param file name of the table, which must not exist: `.xlsx` or `.csv`
 * @returns the number of rows
 * @throws {UsageError} if the content can't be read or the file can't be written
 */
export async function exportTable(table: TableName, file: string, root: string): Promise<number> {
  const files = new ContentFiles(root, table);
  const columns = getColumns(table);
  const rows = files.listIds().map((id) => {
    const { cells, version } = exportItem(files, id, columns);
    return [id, ...cells, version];
  });
  await writeTable(file, [[idHeading, ...columns.map(({ heading }) => heading), versionHeading], ...rows], table);
  return rows.length;
}
