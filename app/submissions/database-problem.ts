import { sql, type Kysely } from "kysely";
import { isDamage, sqliteCode } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** Milliseconds that an answer is waited for, and for which it is kept. */
const times = { patience: 1000, kept: 1000 };

/** Characters that are written: more than most forms have, so that a disk is full here before it is for a visitor. */
const written = 32 * 1024;

const bySqliteCode = new Map([
  [5, "it is locked by another process"],
  [6, "it is locked by another process"],
  [8, "it can only be read"],
  [10, "reading or writing its file failed"],
  [13, "the disk is full"],
  [14, "its file can't be opened"],
]);

const byPostgresCode = new Map([
  ["25006", "it can only be read"],
  ["42501", "its role may not write"],
  ["53100", "the disk is full"],
  ["53300", "it has too many connections"],
  ["57014", "it takes too long"],
]);

/** What is wrong with a database that an operation has failed on, in words for the operator. */
export function describeProblem(error: unknown): string {
  if (isDamage(error)) return "it is damaged";
  const { code, message = "" } = error as { code?: unknown; message?: string };
  const known = bySqliteCode.get(sqliteCode(error) ?? 0) ?? byPostgresCode.get(String(code));
  if (known) return known;
  if (/^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|57P)/.test(String(code))) return "it can't be reached";
  if (/terminat|timeout|did not answer/i.test(message)) return "it can't be reached";
  return error instanceof Error ? `it can't be written to (${error.name})` : "it can't be written to";
}

/**
 * Tells why the database can't keep what visitors send; `undefined` where it can. Tries by writing a row of its own: one try at
 * a time, whose result is kept for a second, and nobody waits for longer than that.
 */
export function createDatabaseProblem(database: Kysely<Tables>, now: () => number = () => performance.now()) {
  let running: Promise<string | undefined> | undefined;
  let last: { problem: string | undefined; time: number } | undefined;

  async function tryWriting(): Promise<string | undefined> {
    const row = { checked_at: Date.now(), filler: "x".repeat(written) };
    try {
      await database
        .insertInto("readiness")
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      await sql`select 1 from submission limit 1`.execute(database);
      return undefined;
    } catch (error) {
      return describeProblem(error);
    }
  }

  function start(): Promise<string | undefined> {
    running ??= tryWriting()
      .then((problem) => {
        last = { problem, time: now() };
        return problem;
      })
      .finally(() => (running = undefined));
    return running;
  }

  return async function databaseProblem(): Promise<string | undefined> {
    if (last && now() - last.time < times.kept) return last.problem;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((done) => {
      timer = setTimeout(() => done("no answer within a second"), times.patience);
    });
    return Promise.race([start(), late]).finally(() => clearTimeout(timer));
  };
}
