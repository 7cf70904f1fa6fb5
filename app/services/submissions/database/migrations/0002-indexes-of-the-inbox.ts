import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Creates indexes for lists and counts without reading texts: in SQLite's rows most columns follow the text of up to 64
 * KB.
 */
export const inboxIndexes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const listed = ["created_at", "id", "done_at", "kind"];
    await schema.createIndex("submission_list").on("submission").columns(listed).execute();
    await schema.createIndex("submission_by_contact").on("submission").column("contact").execute();
    await schema.dropIndex("submission_by_time").execute();
  },
};
