import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds uncertain deliveries, which earlier versions treat as refused. */
export const uncertainDeliveries: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("delivery").addColumn("uncertain_at", "bigint").execute();
  },
};
