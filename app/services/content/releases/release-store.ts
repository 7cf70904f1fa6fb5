import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { linkFile } from "#app/services/runtime/folders.ts";
import { ReleaseConflictError, type LateNode, type ReleaseDatabase } from "./release-database.ts";
import type { ReleaseFolder } from "./release-folder.ts";
import type { Release } from "./release.ts";

export type ReleaseStore = ReturnType<typeof createReleaseStore>;

/** Content and releases for functions that publish. The lock of the releases must be held. */
export type PublishingStores = { content: string; releases: ReleaseStore };

/**
 * With a database, the folder has copies of the database's releases. The folder's lock must be held, except for `list`
 * and `isOutdated`.
 */
export function createReleaseStore(folder: ReleaseFolder, database?: ReleaseDatabase) {
  /** Stores the current release of a site that had no database before, unless the database already has one. */
  async function shareFirst(shared: ReleaseDatabase): Promise<void> {
    const release = folder.readCurrent();
    if (!release || (await shared.readCurrentId()) !== undefined) return;
    try {
      await shared.add(release, folder.getFolder(release.id), undefined);
    } catch (error) {
      // Another node has shared its release first.
      if (!(error instanceof ReleaseConflictError)) throw error;
    }
  }

  /** Copies a release from the database. Files that other local releases have are linked instead. */
  async function pull(shared: ReleaseDatabase, id: string): Promise<void> {
    if (folder.read(id)) return;
    const release = await shared.read(id);
    if (!release) throw new Error(`the database has no release ${id}`);
    const filesByHash = new Map(
      folder.list().flatMap((one) => one.files.map(({ path, hash }) => [hash, join(folder.getFolder(one.id), path)])),
    );
    const draft = folder.createDraft();
    for (const { path, hash } of release.files) {
      const target = join(draft, path);
      mkdirSync(dirname(target), { recursive: true });
      const source = filesByHash.get(hash);
      if (source === undefined || !linkFile(source, target)) await shared.fetchFile(hash, target);
      filesByHash.set(hash, target);
    }
    await folder.commit(draft, release);
  }

  return {
    folder,

    list: async (): Promise<Release[]> => (database ? database.list() : folder.list()),

    read: async (id: string): Promise<Release | undefined> => (database ? database.read(id) : folder.read(id)),

    /** Returns the current release, after pulling it into the folder. */
    async readCurrent(): Promise<Release | undefined> {
      if (database) {
        await shareFirst(database);
        const id = await database.readCurrentId();
        if (id !== undefined && id !== folder.readCurrent()?.id) {
          await pull(database, id);
          folder.makeCurrent(id);
        }
      }
      return folder.readCurrent();
    },

    /** Whether the database's current release differs from the folder's. */
    async isOutdated(): Promise<boolean> {
      const id = await database?.readCurrentId();
      return id !== undefined && id !== folder.readCurrentId();
    },

    /** Tells the other nodes which release this one serves. */
    report: async (release: string, problem: string | undefined): Promise<void> =>
      database?.reportNode(`${hostname()} ${folder.dataFolder}`, release, problem),

    /** Lists the running nodes that don't serve the current release. */
    listLateNodes: async (): Promise<LateNode[]> => (await database?.listLateNodes()) ?? [],

    /** Copies a release into the folder, if only the database has it. */
    fetch: async (id: string): Promise<void> => database && pull(database, id),

    /** @throws ReleaseConflictError if `expectedId` is no longer current */
    async add(draft: string, release: Release, expectedId: string | undefined): Promise<void> {
      await folder.commit(draft, release);
      await database?.add(release, folder.getFolder(release.id), expectedId);
      folder.makeCurrent(release.id);
    },

    async makeCurrent(id: string, expectedId: string): Promise<void> {
      if (database) {
        await pull(database, id);
        await database.makeCurrent(id, expectedId);
      }
      folder.makeCurrent(id);
    },
  };
}
