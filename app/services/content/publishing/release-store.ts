import { existsSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Release } from "./release.ts";
import { ReleaseConflictError, type ReleaseDatabase } from "./release-database.ts";
import type { ReleaseFolder } from "./release-folder.ts";

/** Reads and publishes releases for commands: those of a single node, or those that several nodes share. */
export type ReleaseStore = {
  /** Reads the current release; `undefined` if there is none. A shared release is also fetched into the data folder. */
  readCurrent(): Promise<Release | undefined>;
  /** Lists all releases, the newest first. */
  list(): Promise<Release[]>;
  /**
   * Publishes a committed release of the data folder.
   * @param expectedId id of the release that must still be current
   * @throws ReleaseConflictError if another release is current
   */
  publish(release: Release, expectedId: string | undefined): Promise<void>;
  /** Makes an earlier release the current one. */
  switchTo(release: Release, expectedId: string | undefined): Promise<void>;
};

/** Creates the store of a single node. */
export function createLocalStore(folder: ReleaseFolder): ReleaseStore {
  return {
    async readCurrent() {
      const id = folder.readCurrentId();
      return id === undefined ? undefined : folder.read(id);
    },
    list: async () => folder.list(),
    async publish({ id }) {
      await folder.makeCurrent(id);
      folder.prune();
    },
    switchTo: ({ id }) => folder.makeCurrent(id),
  };
}

/** Creates the store of several nodes, which share a database. */
export function createSharedStore(folder: ReleaseFolder, database: ReleaseDatabase): ReleaseStore {
  /** Stores the local release in the database, for a site that had no database before. */
  async function shareLocalRelease(): Promise<void> {
    const id = folder.readCurrentId();
    const release = id === undefined ? undefined : folder.read(id);
    if (!release) return;
    try {
      await database.add(release, (path) => folder.getFile(release.id, path), undefined);
    } catch (error) {
      // Another node has shared its release first.
      if (!(error instanceof ReleaseConflictError)) throw error;
    }
  }

  return {
    async readCurrent() {
      if ((await database.readCurrentId()) === undefined) await shareLocalRelease();
      const id = await database.readCurrentId();
      return id === undefined ? undefined : pullRelease(folder, database, id);
    },
    list: () => database.list(),
    async publish(release, expectedId) {
      await database.add(release, (path) => folder.getFile(release.id, path), expectedId);
      await folder.makeCurrent(release.id);
      folder.prune();
    },
    async switchTo(release, expectedId) {
      await pullRelease(folder, database, release.id);
      await database.makeCurrent(release.id, expectedId);
      await folder.makeCurrent(release.id);
    },
  };
}

/**
 * Fetches a release into the data folder if it isn't there. Files that another local release has are linked instead of
 * fetched. The lock of the folder must be held.
 */
export async function pullRelease(folder: ReleaseFolder, database: ReleaseDatabase, id: string): Promise<Release> {
  const localRelease = folder.read(id);
  if (localRelease) return localRelease;
  const release = await database.read(id);
  if (!release) throw new Error(`the database has no release ${id}`);
  const filesByHash = new Map(
    folder.list().flatMap((one) => one.files.map(({ path, hash }) => [hash, folder.getFile(one.id, path)] as const)),
  );
  const draft = folder.createDraft();
  for (const { path, hash } of release.files) {
    const target = join(draft, path);
    mkdirSync(dirname(target), { recursive: true });
    const source = filesByHash.get(hash);
    if (source === undefined || !linkFile(source, target)) await database.fetchFile(hash, target);
    filesByHash.set(hash, target);
  }
  await folder.commit(draft, release);
  return release;
}

/**
 * Creates a hard link to a file of another release, so that both share its bytes.
 * @returns `false` if the file doesn't exist or the file system doesn't support links
 */
export function linkFile(source: string, target: string): boolean {
  if (!existsSync(source)) return false;
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}
