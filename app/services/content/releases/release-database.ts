import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Kysely } from "kysely";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { compareNewestFirst, maxReleases, releaseSchema, type Release } from "./release.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Maximum bytes of a file per row, before compression. The number is low, because statements have a short timeout. */
const chunkSize = 1024 * 1024;

const maxRows = 1000;

/** A node that hasn't the current release yet. `problem`: why it can't fetch it. */
export type LateNode = { node: string; problem: string | undefined };

/** Milliseconds after which a node that reports nothing counts as stopped. */
const maxSilenceMs = 120_000;

/** Thrown if another process has changed the current release or the content meanwhile. */
export class ReleaseConflictError extends Error {
  override name = "ReleaseConflictError";
}

/** Files with the same content are stored once. */
export type ReleaseDatabase = ReturnType<typeof createReleaseDatabase>;

export function createReleaseDatabase(database: Kysely<Tables>) {
  /**
   * Changes the current release, in a transaction for which other processes wait.
   * @throws ReleaseConflictError if `expectedId` isn't current
   */
  async function moveCurrent(transaction: Kysely<Tables>, id: string, expectedId: string | undefined): Promise<void> {
    const empty = { id: 1, release: null };
    await transaction
      .insertInto("current_release")
      .values(empty)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable("current_release")
      .set({ release: id })
      .where("release", expectedId === undefined ? "is" : "=", expectedId ?? null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ReleaseConflictError("another process has published");
  }

  async function storeFile(transaction: Kysely<Tables>, file: string, hash: string): Promise<void> {
    let part = 0;
    for await (const bytes of createReadStream(file, { highWaterMark: chunkSize })) {
      const row = { hash, part: part++, bytes: await compress(bytes as Buffer) };
      await transaction.insertInto("release_part").values(row).execute();
    }
  }

  async function list(connection = database): Promise<Release[]> {
    const rows = await connection.selectFrom("release").select("description").execute();
    return rows
      .flatMap(({ description }) => releaseSchema.safeParse(JSON.parse(description)).data ?? [])
      .sort(compareNewestFirst);
  }

  async function prune(transaction: Kysely<Tables>, currentId: string): Promise<void> {
    const oldReleases = (await list(transaction)).slice(maxReleases);
    const oldIds = oldReleases.map(({ id }) => id).filter((id) => id !== currentId);
    if (oldIds.length === 0) return;
    await transaction.deleteFrom("release_file").where("release", "in", oldIds).execute();
    await transaction.deleteFrom("release").where("id", "in", oldIds).execute();
    const usedHashes = transaction.selectFrom("release_file").select("hash");
    await transaction.deleteFrom("release_part").where("hash", "not in", usedHashes).execute();
  }

  return {
    async readCurrentId(): Promise<string | undefined> {
      const row = await database.selectFrom("current_release").select("release").executeTakeFirst();
      return row?.release ?? undefined;
    },

    list: () => list(),

    async read(id: string): Promise<Release | undefined> {
      const row = await database.selectFrom("release").select("description").where("id", "=", id).executeTakeFirst();
      return row && releaseSchema.parse(JSON.parse(row.description));
    },

    /** @throws ReleaseConflictError if `expectedId` is no longer current */
    async add(release: Release, folder: string, expectedId: string | undefined): Promise<void> {
      await database.transaction().execute(async (transaction) => {
        await moveCurrent(transaction, release.id, expectedId);
        const rows = await transaction.selectFrom("release_file").select("hash").distinct().execute();
        const storedHashes = new Set(rows.map(({ hash }) => hash));
        for (const { path, hash } of release.files) {
          if (!storedHashes.has(hash)) await storeFile(transaction, join(folder, path), hash);
          storedHashes.add(hash);
        }
        await transaction
          .insertInto("release")
          .values({ id: release.id, description: JSON.stringify(release) })
          .execute();
        const hashes = [...new Set(release.files.map(({ hash }) => hash))];
        for (let start = 0; start < hashes.length; start += maxRows) {
          const files = hashes.slice(start, start + maxRows).map((hash) => ({ release: release.id, hash }));
          await transaction.insertInto("release_file").values(files).execute();
        }
        await prune(transaction, release.id);
      });
    },

    async makeCurrent(id: string, expectedId: string | undefined): Promise<void> {
      await database.transaction().execute((transaction) => moveCurrent(transaction, id, expectedId));
    },

    /** Records which release a node serves, and why it lacks the current one. */
    async reportNode(node: string, release: string, problem: string | undefined): Promise<void> {
      const row = { release, problem: problem ?? null, seen_at: Date.now() };
      await database
        .insertInto("release_node")
        .values({ node, ...row })
        .onConflict((conflict) => conflict.column("node").doUpdateSet(row))
        .execute();
    },

    /** Lists the running nodes that don't serve the current release. */
    async listLateNodes(): Promise<LateNode[]> {
      const rows = await database
        .selectFrom("release_node")
        .innerJoin("current_release", (on) => on.onTrue())
        .select(["node", "problem"])
        .whereRef("release_node.release", "!=", "current_release.release")
        .where("seen_at", ">", Date.now() - maxSilenceMs)
        .orderBy("node")
        .execute();
      return rows.map(({ node, problem }) => ({ node, problem: problem ?? undefined }));
    },

    /** @throws Error if the file isn't stored completely */
    async fetchFile(hash: string, target: string): Promise<void> {
      const hasher = createHash("sha256");
      await using handle = await open(target, "w");
      for (let part = 0; ; part++) {
        const row = await database
          .selectFrom("release_part")
          .select("bytes")
          .where("hash", "=", hash)
          .where("part", "=", part)
          .executeTakeFirst();
        if (!row) break;
        const bytes = await decompress(row.bytes);
        hasher.update(bytes);
        await handle.writeFile(bytes);
      }
      if (hasher.digest("hex") !== hash) throw new Error(`a release's stored file is incomplete or damaged: ${hash}`);
    },
  };
}
