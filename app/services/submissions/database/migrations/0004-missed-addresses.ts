import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds daily counters of requests for missing addresses. */
export const missedAddresses: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("missed_address")
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("word", "text", (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("missed_address_key", ["day", "word"])
      .execute();
  },
};
