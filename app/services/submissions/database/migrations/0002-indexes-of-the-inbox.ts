import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Creates indexes for lists and counts. Without them, SQLite has to read past each row's text of up to 64 KB to reach
 * the columns after it.
 */
export const inboxIndexes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const listed = ["created_at", "id", "done_at", "kind"];
    await schema.createIndex("submission_list").on("submission").columns(listed).execute();
    await schema.createIndex("submission_by_contact").on("submission").column("contact").execute();
    await schema.dropIndex("submission_by_time").execute();
  },
};
