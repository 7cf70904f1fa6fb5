import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds deliveries of unknown outcome, refused ones to earlier versions. */
export const uncertainDeliveries: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("delivery").addColumn("uncertain_at", "bigint").execute();
  },
};
