import { sql, type Kysely } from "kysely";
import { isDamageError, getSqliteCode } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

const timeoutMs = 1000;

/** A result is reused for this time. */
const cacheMs = 1000;

/** The check writes more than most forms contain, so it fails on a full disk before a visitor's form does. */
const fillerLength = 32 * 1024;

const problemsBySqliteCode = new Map([
  [5, "it is locked by another process"],
  [6, "it is locked by another process"],
  [8, "it is read-only"],
  [10, "reading or writing its file failed"],
  [13, "the disk is full"],
  [14, "its file can't be opened"],
]);

const problemsByPostgresCode = new Map([
  ["25006", "it is read-only"],
  ["42501", "its role may not write"],
  ["53100", "the disk is full"],
  ["53300", "it has too many connections"],
  ["57014", "it takes too long"],
]);

/** Describes a database error for the operator. In the description, "it" is the database. */
export function describeDatabaseError(error: unknown): string {
  if (isDamageError(error)) return "it is damaged";
  const { code, message = "" } = error as { code?: unknown; message?: string };
  const description = problemsBySqliteCode.get(getSqliteCode(error) ?? 0) ?? problemsByPostgresCode.get(String(code));
  if (description) return description;
  if (/^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|57P)/.test(String(code))) return "it can't be reached";
  if (/terminat|timeout|did not answer/i.test(message)) return "it can't be reached";
  return error instanceof Error ? `it can't be written to (${error.name})` : "it can't be written to";
}

/**
 * Creates the readiness check of the database. It writes a row, because only that shows that submissions can be stored.
 * It returns the problem, or `undefined` if there is none. Concurrent callers share one check, and none waits longer than
 * a second.
 */
export function createDatabaseCheck(database: Kysely<Tables>, now: () => number = () => performance.now()) {
  let runningCheck: Promise<string | undefined> | undefined;
  let lastResult: { problem: string | undefined; time: number } | undefined;

  async function writeRow(): Promise<string | undefined> {
    const row = { checked_at: Date.now(), filler: "x".repeat(fillerLength) };
    try {
      await database
        .insertInto("readiness")
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      await sql`select 1 from submission limit 1`.execute(database);
      return undefined;
    } catch (error) {
      return describeDatabaseError(error);
    }
  }

  function startCheck(): Promise<string | undefined> {
    runningCheck ??= writeRow()
      .then((problem) => {
        lastResult = { problem, time: now() };
        return problem;
      })
      .finally(() => (runningCheck = undefined));
    return runningCheck;
  }

  return async function checkDatabase(): Promise<string | undefined> {
    if (lastResult && now() - lastResult.time < cacheMs) return lastResult.problem;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve("no answer within a second"), timeoutMs);
    });
    return Promise.race([startCheck(), timeout]).finally(() => clearTimeout(timer));
  };
}
