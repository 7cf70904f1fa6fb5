import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { DatabaseError, Pool, types, type PoolClient } from "pg";
import type { Tables } from "./tables.ts";

/** Maximum wait of a query for a connection. */
const connectTimeoutMs = 1500;

/** The client's timeout of a query is longer than the server's statement timeout by this margin. */
const queryTimeoutMarginMs = 250;

/** For this time after a timeout, new connections fail at once. */
const unresponsiveMs = 1000;

/** Connections of one process. PostgreSQL's default maximum is 100 for all clients. */
const maxConnections = 10;

/**
 * Opens PostgreSQL. Connections are created on demand. If one is lost, its query fails, and the next query connects again.
 * @param statementTimeoutMs limit for a statement
 */
export function openPostgresql(url: string, statementTimeoutMs: number): Kysely<Tables> {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + queryTimeoutMarginMs,
    keepAlive: true,
    types: { getTypeParser: getTypeParser },
  });
  // An idle connection that is lost emits an error, which would end the process without a listener.
  pool.on("error", () => {});
  // A connection in a transaction emits it, too. Its next query then fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createGuardedPool(pool, statementTimeoutMs) }) });
}

/**
 * Parses 64-bit integers, such as counts and times, to numbers, as SQLite's driver does. The values of this site are safe
 * integers.
 */
function getTypeParser(type: number, format?: "text" | "binary") {
  return type === types.builtins.INT8 ? Number : types.getTypeParser(type, format as "text");
}

/**
 * Creates the statement that configures each session. `synchronous_commit = off` is overridden, because it can lose
 * commits at a power failure.
 */
function createSessionSettings(statementTimeoutMs: number): string {
  return `select set_config('statement_timeout', '${statementTimeoutMs}', false),
    case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', false) end`;
}

/**
 * Wraps the pool. If a query fails without a response of PostgreSQL, its connection may hang for 15 minutes. Such a
 * connection rejects further queries and is closed on release.
 */
function createGuardedPool(pool: Pool, statementTimeoutMs: number): PostgresPool {
  const sessions = new WeakMap<PoolClient, PostgresPoolClient>();
  let unresponsiveUntil = 0;

  function guard(client: PoolClient): PostgresPoolClient {
    let failure: unknown;
    const query = async (text: string, values: readonly unknown[] = []) => {
      if (failure) throw failure;
      try {
        return await client.query(text, [...values]);
      } catch (error) {
        if (!(error instanceof DatabaseError)) failure = recordFailure(error);
        throw error;
      }
    };
    return {
      // The type also allows cursors, which aren't used.
      query: query as unknown as PostgresPoolClient["query"],
      release: (destroy) => client.release(destroy || failure !== undefined),
    };
  }

  /** Records a failed connection. After a timeout, new connections fail at once for a while. @returns the error */
  function recordFailure(error: unknown): unknown {
    const isTimeout = /Query read timeout|due to connection timeout/.test(String(error));
    if (isTimeout) unresponsiveUntil = Date.now() + unresponsiveMs;
    return error;
  }

  async function openSession(client: PoolClient): Promise<PostgresPoolClient> {
    const session = guard(client);
    try {
      await session.query(createSessionSettings(statementTimeoutMs), []);
    } catch (error) {
      session.release(true);
      throw error;
    }
    sessions.set(client, session);
    return session;
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (Date.now() < unresponsiveUntil) throw new Error("PostgreSQL did not answer a moment ago");
      const client = await pool.connect().catch((error: unknown) => Promise.reject(recordFailure(error)));
      return sessions.get(client) ?? openSession(client);
    },
  };
}
