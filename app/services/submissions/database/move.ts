import { isDeepStrictEqual } from "node:util";
import { sql, type Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Tables that are moved, by their primary keys. A table comes after those that it refers to. */
const primaryKeys = {
  secret: ["name"],
  submission: ["id"],
  delivery: ["submission_id", "destination"],
  submission_note: ["id"],
  basket: ["id"],
  session: ["token_hash"],
  open_code: ["account", "browser"],
  rate_limit: ["key"],
  missed_search: ["day", "word"],
  purge: ["signature"],
  cdn_purge: ["tag"],
  release: ["id"],
  release_file: ["release", "hash"],
  release_part: ["hash", "part"],
  current_release: ["id"],
} as const satisfies Record<Exclude<keyof Tables, "readiness">, readonly string[]>;

type MovedTable = keyof typeof primaryKeys;

const tables = Object.keys(primaryKeys) as MovedTable[];

/** Tables whose primary key is a hash (see `database-key.ts`). With another key, the site wouldn't find their rows. */
const hashedTables: readonly MovedTable[] = ["session", "open_code", "rate_limit"];

/** Rows of one statement. Parts of releases have up to 1 MiB each. */
const getBatchSize = (table: MovedTable) => (table === "release_part" ? 4 : 100);

type Row = Record<string, unknown>;

type NumberedRow = Row & { row_number: number };

/** Counts of the rows of a table, by what was done with them. */
export type MoveReport = {
  table: MovedTable;
  movedCount: number;
  /** Number of rows that the target had already. It includes `differentCount`. */
  presentCount: number;
  /** Number of rows that have other values in the target. They aren't changed. */
  differentCount: number;
  /** Number of rows with NUL characters, which were replaced. */
  changedCount: number;
  /** Number of rows that weren't moved, because the target has another key. */
  otherKeyCount: number;
  /** Rows that the target can't store. `key` has no personal data. */
  failures: { key: string; reason: string | undefined }[];
};

/**
 * Copies all rows that the target lacks, in one transaction, and reads each of them back. While it runs, nobody can write to
 * the source.
 * @returns a report for each table that has rows
 */
export function moveDatabase(source: Kysely<Tables>, target: Kysely<Tables>): Promise<MoveReport[]> {
  return source.transaction().execute((sourceTransaction) =>
    target.transaction().execute(async (transaction) => {
      const hasOtherKey = !(await copyKeysIfUnused(sourceTransaction, transaction));
      const reports: MoveReport[] = [];
      for (const table of tables) {
        const isSkipped = hasOtherKey && hashedTables.includes(table);
        const report = isSkipped
          ? { ...createReport(table), otherKeyCount: await countRows(sourceTransaction, table) }
          : await moveTable(sourceTransaction, transaction, table);
        if (report.movedCount + report.presentCount + report.otherKeyCount + report.failures.length > 0)
          reports.push(report);
      }
      return reports;
    }),
  );
}

const createReport = (table: MovedTable): MoveReport => ({
  table,
  movedCount: 0,
  presentCount: 0,
  differentCount: 0,
  changedCount: 0,
  otherKeyCount: 0,
  failures: [],
});

/**
 * Replaces the target's own keys with those of the source, unless the target has rows with hashes of its own keys.
 * @returns whether source and target have the same key afterwards
 */
async function copyKeysIfUnused(source: Kysely<Tables>, target: Kysely<Tables>): Promise<boolean> {
  const readKey = async (database: Kysely<Tables>) =>
    (await database.selectFrom("secret").select("value").where("name", "=", "hmac").executeTakeFirst())?.value;
  if ((await readKey(source)) === (await readKey(target))) return true;
  const dependentTables = ["submission", ...hashedTables] as const;
  for (const table of dependentTables) if ((await countRows(target, table)) > 0) return false;
  await target.deleteFrom("secret").execute();
  return true;
}

async function countRows(database: Kysely<Tables>, table: MovedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database);
  return rows[0]!.count;
}

async function moveTable(source: Kysely<Tables>, target: Kysely<Tables>, table: MovedTable): Promise<MoveReport> {
  const report = createReport(table);
  const total = await countRows(source, table);
  for (let last = 0; ;) {
    const { rows } = await sql<NumberedRow>`select rowid as row_number, * from ${sql.table(table)}
      where rowid > ${last} order by rowid limit ${getBatchSize(table)}`.execute(source);
    if (rows.length === 0) break;
    last = rows.at(-1)!.row_number;
    await moveRows(
      target,
      rows.map(({ row_number: _, ...row }) => replaceNul(row, report)),
      report,
    );
  }
  const { movedCount, presentCount, failures } = report;
  const count = await countRows(target, table);
  if (movedCount + presentCount + failures.length !== total || count < movedCount + presentCount)
    throw new Error(`${table}: ${total} rows, but ${movedCount} moved, ${presentCount} there, ${count} in PostgreSQL`);
  return report;
}

/** Replaces NUL characters, which PostgreSQL can't store. */
function replaceNul(row: Row, report: MoveReport): Row {
  const replace = (value: unknown) => (typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value);
  const newRow = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, replace(value)]));
  if (!isDeepStrictEqual(newRow, { ...row })) report.changedCount++;
  return newRow;
}

/** Inserts rows in one statement; if the target rejects one of them, one by one. */
async function moveRows(target: Kysely<Tables>, rows: readonly Row[], report: MoveReport): Promise<void> {
  try {
    await insertRows(target, rows, report);
  } catch (error) {
    if (!isRejection(error)) throw error;
    if (rows.length === 1) {
      report.failures.push({ key: formatKey(report.table, rows[0]!), reason: error.message });
      return;
    }
    for (const row of rows) await moveRows(target, [row], report);
  }
}

/** Whether PostgreSQL rejects a value: invalid data, a violated constraint, or an exceeded limit. */
function isRejection(error: unknown): error is Error {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^(?:22|23|54)\w{3}$/.test(code);
}

/** Inserts the rows that the target lacks, and reads all of them back. A rejected statement has no effect. */
async function insertRows(target: Kysely<Tables>, rows: readonly Row[], report: MoveReport): Promise<void> {
  const { table } = report;
  const names = Object.keys(rows[0]!);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`));
  await sql`savepoint batch`.execute(target);
  try {
    const { numAffectedRows } =
      await sql`insert into ${sql.table(table)} (${columns}) values ${values} on conflict do nothing`.execute(target);
    const storedRows = await readBack(target, table, rows);
    const missingRows = rows.filter((row) => !storedRows.has(formatKey(table, row)));
    const differentRows = rows.filter((row) => !isEqual(storedRows.get(formatKey(table, row)) ?? row, row));
    report.movedCount += Number(numAffectedRows);
    report.presentCount += rows.length - missingRows.length - Number(numAffectedRows);
    report.differentCount += differentRows.length;
    report.failures.push(...missingRows.map((row) => ({ key: formatKey(table, row), reason: undefined })));
    await sql`release savepoint batch`.execute(target);
  } catch (error) {
    if (isRejection(error)) await sql`rollback to savepoint batch`.execute(target);
    throw error;
  }
}

async function readBack(target: Kysely<Tables>, table: MovedTable, rows: readonly Row[]): Promise<Map<string, Row>> {
  const keys = primaryKeys[table];
  const columns = sql.join(keys.map((name) => sql.ref(name)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(keys.map((name) => row[name]))})`));
  const query = sql<Row>`select * from ${sql.table(table)} where (${columns}) in (${values})`;
  const storedRows = await query.execute(target);
  return new Map(storedRows.rows.map((row) => [formatKey(table, row), row]));
}

function isEqual(firstRow: Row, secondRow: Row): boolean {
  const toPlain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value);
  return Object.keys(secondRow).every((name) => toPlain(firstRow[name]) === toPlain(secondRow[name]));
}

/** Formats the primary key of a row, which is an id, a hash or a word that was searched for. */
function formatKey(table: MovedTable, row: Row): string {
  return primaryKeys[table].map((name) => String(row[name])).join(", ");
}
