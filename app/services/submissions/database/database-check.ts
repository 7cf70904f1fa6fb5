import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { getSqliteCode, isDamageError } from "./sqlite.ts";
import type { Tables } from "./tables.ts";
import { getTime } from "./time.ts";

const timeoutMs = 1000;
const cacheMs = 1000;

/**
 * Each minute, and after a failure, the check writes more bytes than most forms have, so that it fails on a full disk
 * before they do. Proxies check each second, so the others write little.
 */
const fillerBytes = 24 * 1024;
const largeCheckMs = 60_000;

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

const unreachable = "it can't be reached";

export const isUnreachable = (error: unknown): boolean => describeDatabaseError(error) === unreachable;

/** Describes an error; "it" is the database. */
export function describeDatabaseError(error: unknown): string {
  if (isDamageError(error)) return "it is damaged";
  const { code, message = "" } = error as { code?: unknown; message?: string };
  const description = problemsBySqliteCode.get(getSqliteCode(error) ?? 0) ?? problemsByPostgresCode.get(String(code));
  if (description) return description;
  if (/^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|57P)/.test(String(code))) return unreachable;
  if (/terminat|timeout|did not answer/i.test(message)) return unreachable;
  return error instanceof Error ? `it can't be written to (${error.name})` : "it can't be written to";
}

/**
 * Creates a check that writes a row, because only a write proves that submissions can be stored. Concurrent callers
 * share a check, and wait at most a second.
 */
export function createDatabaseCheck(database: Kysely<Tables>, now: () => number = () => performance.now()) {
  let lastCheck: { result: Promise<string | undefined>; reusableUntil: number } | undefined;
  let nextLargeCheck = 0;

  async function writeRow(): Promise<string | undefined> {
    // PostgreSQL would compress a text that isn't random.
    const isLarge = now() >= nextLargeCheck;
    const row = { checked_at: getTime(), filler: isLarge ? randomBytes(fillerBytes).toString("base64") : "" };
    try {
      await database
        .insertInto("readiness")
        .values({ id: isLarge ? 1 : 2, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      await sql`select 1 from submission limit 1`.execute(database);
      if (isLarge) nextLargeCheck = now() + largeCheckMs;
      return undefined;
    } catch (error) {
      nextLargeCheck = 0;
      return describeDatabaseError(error);
    }
  }

  function startCheck() {
    const check = { result: writeRow(), reusableUntil: Number.POSITIVE_INFINITY };
    void check.result.then(() => (check.reusableUntil = now() + cacheMs));
    return check;
  }

  return async function checkDatabase(): Promise<string | undefined> {
    if (!lastCheck || now() >= lastCheck.reusableUntil) lastCheck = startCheck();
    const timeout = sleep(timeoutMs, "no answer within a second", { ref: false });
    return Promise.race([lastCheck.result, timeout]);
  };
}
