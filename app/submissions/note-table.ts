import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Notes of the owner. They are deleted with their submission. */
export type NoteTable = { id: string; submission_id: string; text: string; created_at: number };

/** Creates the table of notes. It can run repeatedly. */
export async function createNoteTable(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable("submission_note")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("submission_id", "text", (column) => column.notNull().references("submission.id").onDelete("cascade"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("submission_note_by_submission")
    .ifNotExists()
    .on("submission_note")
    .columns(["submission_id", "created_at"])
    .execute();
}
