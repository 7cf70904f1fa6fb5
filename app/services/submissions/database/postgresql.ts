import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { DatabaseError, Pool, types, type PoolClient } from "pg";
import type { Tables } from "./tables.ts";

/** Returns the connection timeout: 1.5 s for a visitor's request, 10 s for the start and commands. */
const getConnectTimeoutMs = (statementTimeoutMs: number) => Math.min(statementTimeoutMs * 0.75, 10_000);

/** Milliseconds by which the client's timeout exceeds the server's. */
const queryTimeoutMarginMs = 250;

/** Maximum connections of one process. PostgreSQL's default for all clients is 100. */
const maxConnections = 10;

/** Milliseconds after a timeout during which queries fail at once, so that visitors don't wait for a hanging server. */
const unresponsiveMs = 1000;

/** PostgreSQL's code for a write to a read-only server. */
const readOnlyCode = "25006";

/**
 * Opens a pool. A query fails if its connection is lost; the next query reconnects.
 * @param prepare runs once the server can be reached; until it succeeds, queries fail
 */
export function openPostgresql(
  url: string,
  statementTimeoutMs: number,
  prepare = async (): Promise<void> => undefined,
): Kysely<Tables> {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: getConnectTimeoutMs(statementTimeoutMs),
    query_timeout: statementTimeoutMs + queryTimeoutMarginMs,
    keepAlive: true,
    types: { getTypeParser },
    // Returns a promise, which the pool awaits, although the option's type returns none.
    onConnect: (client) => client.query(createSessionSettings(statementTimeoutMs)),
  });
  // Ignores errors of idle connections, which would otherwise end the process.
  pool.on("error", () => {});
  // Ignores errors of connections in use, too, because their next query fails anyway.
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createGuardedPool(pool, prepare) }) });
}

/**
 * Creates a statement that sets the timeout, and overrides `synchronous_commit = off`, with which a power failure could
 * lose submissions.
 */
function createSessionSettings(statementTimeoutMs: number): string {
  return `select set_config('statement_timeout', '${statementTimeoutMs}', false),
    case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', false) end`;
}

/**
 * Wraps a pool. A connection that has stopped responding may hang for 15 minutes, so it rejects further queries, and is
 * closed on release.
 */
function createGuardedPool(pool: Pool, prepare: () => Promise<void>): PostgresPool {
  let unresponsiveUntil = 0;
  let preparation: Promise<void> | undefined;

  function recordFailure(error: unknown): unknown {
    const isTimeout = /Query read timeout|due to connection timeout/.test(String(error));
    if (isTimeout) unresponsiveUntil = Date.now() + unresponsiveMs;
    return error;
  }

  function guardClient(client: PoolClient): PostgresPoolClient {
    let failure: unknown;
    const runQuery = async (text: string, values: readonly unknown[] = []) => {
      if (failure) throw failure;
      try {
        return await client.query(text, [...values]);
      } catch (error) {
        if (!(error instanceof DatabaseError)) failure = recordFailure(error);
        // Closes the connection, because the server has become a standby.
        else if (error.code === readOnlyCode) failure = error;
        throw error;
      }
    };
    return {
      // The type also allows cursors, which are unused.
      query: runQuery as unknown as PostgresPoolClient["query"],
      release: (destroy) => client.release(destroy || failure !== undefined),
    };
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (Date.now() < unresponsiveUntil)
        throw new Error("no connection was tried, because PostgreSQL didn't answer a moment ago");
      try {
        const client = await pool.connect();
        preparation ??= prepare();
        await preparation.catch((error: unknown) => {
          preparation = undefined;
          client.release();
          throw error;
        });
        return guardClient(client);
      } catch (error) {
        throw recordFailure(error);
      }
    },
  };
}

/**
 * Returns a type's parser. 64-bit integers, such as counts and times, become numbers, as with SQLite. The site's values
 * are small enough to be exact.
 */
function getTypeParser(type: number, format?: "text" | "binary") {
  return type === types.builtins.INT8 ? Number : types.getTypeParser(type, format as "text");
}
