import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds the time at which a delivery became uncertain. Earlier versions treat such a delivery as refused. */
export const uncertainDeliveries: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("delivery").addColumn("uncertain_at", "bigint").execute();
  },
};
