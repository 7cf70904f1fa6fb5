import type { PostgresPool, PostgresPoolClient } from "kysely";
import { DatabaseError, type Pool, type PoolClient } from "pg";

/** For this time after a timeout, new connections to a server fail at once. */
const unresponsiveMs = 1000;

/** PostgreSQL's error code for a write to a read-only server. */
const readOnlyCode = "25006";

/** A server that the pool may connect to. */
type Host = { pool: Pool; unresponsiveUntil: number };

/** The server is a standby, or its transactions are read-only by default. */
class ReadOnlyError extends Error {
  override name = "ReadOnlyError";
  code = readOnlyCode;
}

/**
 * Combines the pools of one or more servers. A connection is made to the server that was used last, then to the others in
 * their order. If a query fails without a response from PostgreSQL, its connection may hang for 15 minutes. Such a connection
 * rejects further queries and is closed on release.
 * @param mustBeWritable whether read-only servers are skipped
 */
export function createGuardedPool(
  pools: readonly [Pool, ...Pool[]],
  statementTimeoutMs: number,
  mustBeWritable: boolean,
): PostgresPool {
  const hosts = pools.map((pool): Host => ({ pool, unresponsiveUntil: 0 }));
  const sessions = new WeakMap<PoolClient, PostgresPoolClient>();
  let lastUsed = hosts[0]!;

  function guardClient(client: PoolClient, host: Host): PostgresPoolClient {
    let failure: unknown;
    const runQuery = async (text: string, values: readonly unknown[] = []) => {
      if (failure) throw failure;
      try {
        return await client.query(text, [...values]);
      } catch (error) {
        if (!(error instanceof DatabaseError)) failure = recordFailure(error, host);
        // The server has become a standby since the connection was made.
        else if (mustBeWritable && error.code === readOnlyCode) failure = error;
        throw error;
      }
    };
    return {
      // The type also allows cursors, which aren't used.
      query: runQuery as unknown as PostgresPoolClient["query"],
      release: (destroy) => client.release(destroy || failure !== undefined),
    };
  }

  async function openSession(client: PoolClient, host: Host): Promise<PostgresPoolClient> {
    const session = guardClient(client, host);
    try {
      const { rows } = await session.query<{ is_read_only: boolean }>(createSessionSettings(statementTimeoutMs), []);
      if (mustBeWritable && rows[0]?.is_read_only) throw new ReadOnlyError("the server is read-only");
    } catch (error) {
      session.release(true);
      throw error;
    }
    sessions.set(client, session);
    return session;
  }

  async function connect(host: Host): Promise<PostgresPoolClient> {
    if (Date.now() < host.unresponsiveUntil) throw new Error("PostgreSQL did not answer a moment ago");
    const client = await host.pool.connect().catch((error: unknown) => Promise.reject(recordFailure(error, host)));
    return sessions.get(client) ?? openSession(client, host);
  }

  return {
    options: pools[0].options,
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    async connect() {
      const errors: unknown[] = [];
      for (const host of [lastUsed, ...hosts.filter((otherHost) => otherHost !== lastUsed)]) {
        try {
          const session = await connect(host);
          lastUsed = host;
          return session;
        } catch (error) {
          // All connections are in use, so the server is the right one.
          if (/exceeded when trying to connect/.test(String(error))) throw error;
          errors.push(error);
        }
      }
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, "no server can be written to");
    },
  };
}

/** Records a failed connection. After a timeout, new connections to its server fail at once for a while. @returns the error */
function recordFailure(error: unknown, host: Host): unknown {
  const isTimeout = /Query read timeout|due to connection timeout/.test(String(error));
  if (isTimeout) host.unresponsiveUntil = Date.now() + unresponsiveMs;
  return error;
}

/**
 * Creates the statement that configures each session. `synchronous_commit = off` is overridden, because it can lose
 * commits at a power failure.
 */
function createSessionSettings(statementTimeoutMs: number): string {
  return `select set_config('statement_timeout', '${statementTimeoutMs}', false),
    case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', false) end,
    current_setting('transaction_read_only') = 'on' as is_read_only`;
}
