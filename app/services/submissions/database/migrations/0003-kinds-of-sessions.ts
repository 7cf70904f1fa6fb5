import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds the kinds of sessions. Deletes the desk's existing sessions, because their kind is unknown. */
export const sessionKinds: Migration = {
  async up(database: Kysely<{ session: { account: string } }>) {
    await database.deleteFrom("session").where("account", "like", "desk %").execute();
    await database.schema
      .alterTable("session")
      .addColumn("kind", "text", (column) => column.notNull().defaultTo("visitor"))
      .execute();
  },
};
