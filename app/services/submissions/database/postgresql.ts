import { Kysely, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import { getGauge, type Gauge } from "../../runtime/metrics.ts";
import { splitHosts } from "../../runtime/split-hosts.ts";
import { createGuardedPool } from "./postgresql-pool.ts";
import type { Tables } from "./tables.ts";

/**
 * Returns the maximum wait of a query for a connection: 1.5 s for a visitor's request, and 10 s at start and for commands,
 * which nobody waits for.
 */
const getConnectTimeoutMs = (statementTimeoutMs: number) => Math.min(statementTimeoutMs * 0.75, 10_000);

/** The client's timeout of a query is longer than the server's statement timeout by this margin. */
const queryTimeoutMarginMs = 250;

/** Connections of one process. PostgreSQL's default maximum is 100 for all clients. */
const maxConnections = 10;

/** Values of libpq's `target_session_attrs` that the site accepts, because it writes with every connection. */
const writableTargets = ["read-write", "primary"];

/**
 * Opens PostgreSQL. Connections are created on demand. If one is lost, its query fails, and the next query connects again.
 * If there are several hosts, the one that can be written to is used.
 * @param url as libpq has it, with one or more hosts and `target_session_attrs`
 * @param statementTimeoutMs limit for a statement
 * @throws Error if `target_session_attrs` asks for a server that the site can't use
 */
export function openPostgresql(url: string, statementTimeoutMs: number): Kysely<Tables> {
  const [first, ...otherUrls] = splitHosts(url);
  const target = new URL(first!).searchParams.get("target_session_attrs");
  if (target !== null && !writableTargets.includes(target))
    throw new Error(`target_session_attrs must be ${writableTargets.join(" or ")}, because the site writes`);
  const createPool = (address: string) => createHostPool(address, statementTimeoutMs);
  const pools: [Pool, ...Pool[]] = [createPool(first!), ...otherUrls.map(createPool)];
  exposePools(pools);
  const pool = createGuardedPool(pools, statementTimeoutMs, otherUrls.length > 0 || target !== null);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

function createHostPool(address: string, statementTimeoutMs: number): Pool {
  const pool = new Pool({
    connectionString: address,
    max: maxConnections,
    connectionTimeoutMillis: getConnectTimeoutMs(statementTimeoutMs),
    query_timeout: statementTimeoutMs + queryTimeoutMarginMs,
    keepAlive: true,
    types: { getTypeParser },
  });
  // An idle connection that is lost emits an error, which would end the process without a listener.
  pool.on("error", () => {});
  // A connection in a transaction emits it, too. Its next query then fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** The pools of the last opened database. A start opens it twice: the first time to migrate it. */
let measuredPools: readonly Pool[] = [];

/** Registers the gauges of the pools, one for each host. */
function exposePools(pools: readonly Pool[]): void {
  measuredPools = pools;
  const sum = (count: (pool: Pool) => number) => measuredPools.reduce((total, pool) => total + count(pool), 0);
  const connections = getGauge({
    name: "postgresql_connections",
    help: "Connections to PostgreSQL, by state: active or idle",
    labelNames: ["state"],
    collect() {
      connections.set(
        { state: "active" },
        sum(({ totalCount, idleCount }) => totalCount - idleCount),
      );
      connections.set(
        { state: "idle" },
        sum(({ idleCount }) => idleCount),
      );
    },
  });
  const waitingGauge: Gauge = getGauge({
    name: "postgresql_waiting_queries",
    help: "Queries that wait for a connection to PostgreSQL",
    collect: () => waitingGauge.set(sum(({ waitingCount }) => waitingCount)),
  });
}

/**
 * Parses 64-bit integers, such as counts and times, to numbers, as SQLite's driver does. The values of this site are safe
 * integers.
 */
function getTypeParser(type: number, format?: "text" | "binary") {
  return type === types.builtins.INT8 ? Number : types.getTypeParser(type, format as "text");
}
