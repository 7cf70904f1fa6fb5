import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The outbox of purges for the CDN: one row for each tag. Equal pending purges are one row. */
export type CdnPurgeTable = {
  tag: string;
  /** Time of the first purge of this tag that the CDN hasn't got. */
  created_at: number;
  /** Time of the last one. */
  requested_at: number;
  /** Number of attempts that have started. */
  attempts: number;
  next_attempt_at: number;
  /** End of the lease. After it, another process may call the CDN. */
  lease_until: number;
};

/** Creates the table of purges for the CDN. It can run repeatedly. */
export async function createCdnPurgeTable(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable("cdn_purge")
    .ifNotExists()
    .addColumn("tag", "text", (column) => column.primaryKey())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("requested_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_attempt_at", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint", (column) => column.notNull())
    .execute();
}
