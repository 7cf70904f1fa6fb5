import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from "kysely";
import { DatabaseError, Pool, types, type PoolClient } from "pg";
import type { Tables } from "./tables.ts";

/** Most milliseconds that a query waits for a connection. */
const connectTime = 1500;

/** Milliseconds beyond a statement's time limit after which a server that says nothing isn't waited for. */
const silence = 250;

/** Milliseconds in which nobody else waits for a server that has just not answered. */
const pause = 1000;

/** Connections of one process. PostgreSQL allows a hundred by default, for all. */
const mostConnections = 10;

/** Any number that nothing else on the database locks by. */
const migrationLock = 7_204_118_233;

/**
 * Opens PostgreSQL. Connections are made when they are needed: one that can't be had, or that is lost, fails the query that
 * wanted it, and the next query tries again.
 * @param timeLimit milliseconds that a statement may take
 */
export function openPostgresql(url: string, timeLimit: number): Kysely<Tables> {
  const pool = new Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectTime,
    query_timeout: timeLimit + silence,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  });
  // A connection that is lost while nobody uses it says so here; without a listener that would end the process.
  pool.on("error", () => {});
  // One that is lost between two queries of a transaction says so there, and its next query fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool(pool, timeLimit) }) });
}

/** Runs `migrate` in a transaction, one process at a time: what another has made meanwhile is there when its turn comes. */
export async function migrateAlone(database: Kysely<Tables>, migrate: (database: Kysely<Tables>) => Promise<void>) {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
    await migrate(transaction);
  });
}

/** 64-bit integers, which counts are too, are numbers here as in SQLite; times in milliseconds are far from too large. */
function parserOf(type: number, format?: "text" | "binary") {
  return type === types.builtins.INT8 ? Number : types.getTypeParser(type, format as "text");
}

/**
 * What every session begins with. A commit that PostgreSQL has only promised to write would be lost with its power, so that
 * is never so here, whatever the server or the role say; settings that wait for more than its own disk stay.
 */
function sessionSettings(timeLimit: number): string {
  return `select set_config('statement_timeout', '${timeLimit}', false),
    case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', false) end`;
}

/**
 * The pool, but for connections that failed otherwise than by PostgreSQL's answer: their silence may last for a quarter of
 * an hour, so they are closed when they are given back, and refuse until then whatever else they are asked.
 */
function guardedPool(pool: Pool, timeLimit: number): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  let silentUntil = 0;

  function guard(client: PoolClient): PostgresPoolClient {
    let failure: unknown;
    const query = async (text: string, values: readonly unknown[] = []) => {
      if (failure) throw failure;
      try {
        return await client.query(text, [...values]);
      } catch (error) {
        if (!(error instanceof DatabaseError)) failure = noticed(error);
        throw error;
      }
    };
    return {
      // Cursors, the other thing that a query can be, are not used.
      query: query as unknown as PostgresPoolClient["query"],
      release: (destroy) => client.release(destroy || failure !== undefined),
    };
  }

  /** Those who come next fail at once where the server was silent; where it refused, they may try. */
  function noticed(error: unknown): unknown {
    const isSilence = /Query read timeout|due to connection timeout/.test(String(error));
    if (isSilence) silentUntil = Date.now() + pause;
    return error;
  }

  async function prepared(client: PoolClient): Promise<PostgresPoolClient> {
    const guarded = guard(client);
    try {
      await guarded.query(sessionSettings(timeLimit), []);
    } catch (error) {
      guarded.release(true);
      throw error;
    }
    known.set(client, guarded);
    return guarded;
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (Date.now() < silentUntil) throw new Error("PostgreSQL did not answer a moment ago");
      const client = await pool.connect().catch((error: unknown) => Promise.reject(noticed(error)));
      return known.get(client) ?? prepared(client);
    },
  };
}
