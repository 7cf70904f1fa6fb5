import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";

const rowsPerTurn = 1000;

/** Reads rows in turns of the event loop, because reading a large index at once would block visitors. */
export async function readInTurns<Row, Result>(
  database: DatabaseSync,
  sql: string,
  convert: (row: Row) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of database.prepare(sql).iterate()) {
    results.push(convert(row as Row));
    if (results.length % rowsPerTurn === 0) await nextTurn();
  }
  return results;
}
