import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Logins of visitors stay. Those of the desk end, because a row of an earlier version doesn't say what its token opens. */
export const sessionKinds: Migration = {
  async up(database: Kysely<{ session: { account: string } }>) {
    await database.deleteFrom("session").where("account", "like", "desk %").execute();
    await database.schema
      .alterTable("session")
      .addColumn("kind", "text", (column) => column.notNull().defaultTo("visitor"))
      .execute();
  },
};
