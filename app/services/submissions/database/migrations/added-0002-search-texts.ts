import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds the text for the inbox's search, and indexes of rows without it. */
export const searchTexts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const table of ["submission", "submission_note"]) {
      await schema.alterTable(table).addColumn("search_text", "text").execute();
      const index = schema.createIndex(`${table}_without_search_text`).on(table).column("id");
      await index.where(sql.ref("search_text"), "is", null).execute();
    }
  },
};
