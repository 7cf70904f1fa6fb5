import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds what each node reports about the release that it serves. */
export const releaseNodes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("release_node")
      .addColumn("node", "text", (column) => column.primaryKey())
      .addColumn("release", "text", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
  },
};
