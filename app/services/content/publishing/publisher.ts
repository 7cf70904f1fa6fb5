import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashFolder, hashFolderTimes, hashCompiler } from "./fingerprints.ts";
import { ReleaseConflictError, type ReleaseDatabase } from "./release-database.ts";
import { linkFile } from "./release-files.ts";
import type { ReleaseFolder } from "./release-folder.ts";
import { indexVersion, type Release } from "./release.ts";

/** What releases are made from, and where they are. The lock of `releases` must be held. */
export type Publisher = {
  /** `CONTENT_DIR`. */
  content: string;
  releases: ReleaseFolder;
  /** The database that several nodes share. */
  database?: ReleaseDatabase | undefined;
};

/**
 * Reads the current release; `undefined` if there is none. That of the database is fetched, and becomes the current one of the data
 * folder, too.
 */
export async function readCurrent({
  releases,
  database,
}: Pick<Publisher, "releases" | "database">): Promise<Release | undefined> {
  const ownRelease = releases.readCurrent();
  if (!database) return ownRelease;
  if (ownRelease) await shareFirst(database, ownRelease, releases.getFolder(ownRelease.id));
  const id = await database.readCurrentId();
  if (id === undefined || id === ownRelease?.id) return ownRelease;
  const release = await pullRelease(releases, database, id);
  await releases.makeCurrent(id);
  return release;
}

/** Stores the release of a site that had no database before, unless the database has one. */
async function shareFirst(database: ReleaseDatabase, release: Release, folder: string): Promise<void> {
  if ((await database.readCurrentId()) !== undefined) return;
  try {
    await database.add(release, folder, undefined);
  } catch (error) {
    // Another node has shared its release first.
    if (!(error instanceof ReleaseConflictError)) throw error;
  }
}

/** Lists all releases, the newest first. */
export async function listReleases({ releases, database }: Publisher): Promise<Release[]> {
  return database ? database.list() : releases.list();
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
    folder.list().flatMap((one) => one.files.map(({ path, hash }) => [hash, join(folder.getFolder(one.id), path)])),
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
 * Whether the start should publish the content folder: it was edited and no other node has published the edit, or the code
 * compiles it differently.
 */
export async function isPublishingNeeded(publisher: Publisher): Promise<boolean> {
  const { content, releases } = publisher;
  const current = await readCurrent(publisher);
  if (current?.indexVersion !== indexVersion) return true;
  const published = releases.readPublishedFolder();
  const folder = published?.times === hashFolderTimes(content) ? published.folder : hashFolder(content);
  if (folder === current.folder) return current.compiler !== hashCompiler();
  // An edit that was undone isn't published again.
  if (folder === published?.folder) return false;
  const allReleases = await listReleases(publisher);
  const lastSeen = allReleases.findIndex(({ id }) => id === published?.release);
  const laterReleases = lastSeen === -1 ? allReleases : allReleases.slice(0, lastSeen);
  return !laterReleases.some((release) => release.folder === folder);
}
