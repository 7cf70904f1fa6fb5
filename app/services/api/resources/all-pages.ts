/** Maximum number of rows of one call. */
export const maxPageSize = 100;

const maxCalls = 10;

/** Loads the rows of all pages of a list, a thousand at most. */
export async function readAllPages<Row>(
  list: (query: { page: number; pageSize: number }) => Promise<{ rows: Row[]; total?: number }>,
): Promise<Row[]> {
  const allRows: Row[] = [];
  for (let page = 1; page <= maxCalls; page++) {
    const { rows, total = rows.length } = await list({ page, pageSize: maxPageSize });
    allRows.push(...rows);
    if (rows.length === 0 || page * maxPageSize >= total) break;
  }
  return allRows;
}
