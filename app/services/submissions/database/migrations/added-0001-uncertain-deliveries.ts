import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Deliveries whose outcome is unknown. Earlier versions see them as refused. */
export const uncertainDeliveries: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("delivery").addColumn("uncertain_at", "bigint").execute();
  },
};
