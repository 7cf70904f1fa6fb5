import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Releases of the content, which all nodes share. `description` is the text of `release.json`. */
type ReleaseTable = { id: string; description: string };

/** A single row: the release that visitors see. */
type CurrentReleaseTable = { id: number; release: string | null };

/** Files of each release by the hash of their content. */
type ReleaseFileTable = { release: string; hash: string };

/** Content of the files by hash, in compressed parts. A part has 1 MiB before compression. */
type ReleasePartTable = { hash: string; part: number; bytes: Buffer };

/** Tables of the releases, which `app/releases` reads and writes. */
export type ReleaseTables = {
  release: ReleaseTable;
  current_release: CurrentReleaseTable;
  release_file: ReleaseFileTable;
  release_part: ReleasePartTable;
};

/** Creates the tables of the releases. Only sites with several nodes use them. */
export async function createReleaseTables(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable("release")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("description", "text", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("current_release")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("release", "text")
    .execute();
  await database.schema
    .createTable("release_file")
    .ifNotExists()
    .addColumn("release", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("release_file_key", ["release", "hash"])
    .execute();
  await database.schema
    .createTable("release_part")
    .ifNotExists()
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .addPrimaryKeyConstraint("release_part_key", ["hash", "part"])
    .execute();
}
