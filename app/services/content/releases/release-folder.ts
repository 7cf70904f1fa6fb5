import { accessSync, constants, existsSync, renameSync, rmSync } from "node:fs";
import { open, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { createFolder, isDiskFull, listByPrefix, listEntryNames, replaceFile } from "#app/services/runtime/folders.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { readJsonFile } from "#app/services/runtime/parse-json.ts";
import { releasesFolder } from "#app/services/runtime/paths.ts";
import {
  findHolder,
  LockedError,
  tryAcquireLock,
  waitForLock,
  type LockHolder,
  type ProcessLock,
} from "#app/services/runtime/process-lock.ts";
import {
  compareNewestFirst,
  filesName,
  indexName,
  indexVersion,
  maxReleases,
  releaseSchema,
  sourceName,
  type Release,
} from "./release.ts";

const pointerSchema = releaseSchema.pick({ id: true });

const versionSchema = releaseSchema.pick({ id: true, indexVersion: true });

const draftPrefix = ".new-";

/** Maximum milliseconds to wait for the lock, because a suspended process may hold it forever. */
const maxWaitMs = 60_000;

const previewPrefix = "preview-";

const maxPreviews = 4;

/** The releases in `DATA_DIR/releases`: a folder each, and the file `current` with the current id. */
export type ReleaseFolder = ReturnType<typeof openReleaseFolder>;

export type ReleasePaths = { id: string; index: string; files: string };

/** Opens the releases; the first lock creates their folder. @param dataFolder `DATA_DIR` */
export function openReleaseFolder(dataFolder: string) {
  const root = join(dataFolder, releasesFolder);
  const pointer = join(root, "current");
  const lockFile = join(root, "lock");
  const getFolder = (id: string) => join(root, id);
  const getPaths = (id: string): ReleasePaths => ({
    id,
    index: join(getFolder(id), indexName),
    files: join(getFolder(id), filesName),
  });
  const readCurrentId = () => readJsonFile(pointer, pointerSchema)?.id;

  /** Reads `release.json`; `undefined` if missing or unreadable. */
  function readDescription<Schema extends z.ZodType<{ id: string }>>(schema: Schema, id: string | undefined) {
    if (id === undefined) return undefined;
    const release = readJsonFile(join(getFolder(id), "release.json"), schema);
    return release?.id === id && existsSync(join(getFolder(id), indexName)) ? release : undefined;
  }
  const read = (id: string): Release | undefined => readDescription(releaseSchema, id);

  const listIds = () => listEntryNames(root).filter((name) => releaseSchema.shape.id.safeParse(name).success);

  const list = (): Release[] =>
    listIds()
      .flatMap((id) => read(id) ?? [])
      .sort(compareNewestFirst);

  const readCurrentVersion = () => readDescription(versionSchema, readCurrentId());

  function deleteDrafts(): void {
    for (const draft of listByPrefix(root, draftPrefix)) rmSync(draft, { recursive: true, force: true });
  }

  return {
    dataFolder,

    /** Takes the lock; waits while another process changes the releases. @throws LockedError after a minute */
    async lock(work: string, onWait?: (holder: LockHolder | undefined) => void): Promise<ProcessLock> {
      try {
        createFolder(root);
        // Access is checked, because SQLite can lock a read-only file as well.
        accessSync(root, constants.W_OK);
        return await waitForLock(lockFile, { work, maxWaitMs, onWait });
      } catch (error) {
        if (error instanceof LockedError) throw error;
        const reason = isDiskFull(error, dataFolder)
          ? "the disk is full"
          : "must be a folder that this process can write to, as releases of the content are kept there";
        throw new EnvironmentError(`DATA_DIR=${dataFolder}: ${reason} (${(error as Error).message})`, { cause: error });
      }
    },

    /** Returns the process that holds the lock, if any. */
    findHolder: () => (existsSync(lockFile) ? findHolder(lockFile) : undefined),

    read,

    /** Lists the releases, newest first. */
    list,

    readCurrentId,

    readCurrent: (): Release | undefined => readDescription(releaseSchema, readCurrentId()),

    /** Reads the current release, without the list of files. */
    readCurrentVersion,

    /** Returns the current release if this code can read it, otherwise the newest that it can read. */
    findReadable(): Pick<Release, "id"> | undefined {
      const current = readCurrentVersion();
      return current?.indexVersion === indexVersion
        ? current
        : list().find((release) => release.indexVersion === indexVersion);
    },

    getPaths,

    getFolder,

    /** Returns the published content's folder; `undefined` without a release. */
    getPublishedContent(): string | undefined {
      const id = readCurrentId();
      return id === undefined ? undefined : join(getFolder(id), sourceName, "content");
    },

    /** Creates an empty draft. The lock must be held, because this deletes the drafts of killed processes. */
    createDraft(): string {
      deleteDrafts();
      const draft = join(root, `${draftPrefix}${process.pid}`);
      createFolder(join(draft, filesName), 0o777);
      return draft;
    },

    /** Turns a draft into a preview, and deletes all but the newest few. The lock must be held. @returns its folder */
    keepPreview(draft: string, id: string): string {
      const previews = listByPrefix(root, previewPrefix).sort().reverse();
      for (const preview of previews.slice(maxPreviews - 1)) rmSync(preview, { recursive: true, force: true });
      const folder = getFolder(previewPrefix + id);
      renameSync(draft, folder);
      return folder;
    },

    /** Returns a preview's paths; `undefined` if newer previews have replaced it. */
    getPreviewPaths: (id: string): ReleasePaths | undefined =>
      releaseSchema.shape.id.safeParse(id).success && existsSync(getFolder(previewPrefix + id))
        ? getPaths(previewPrefix + id)
        : undefined,

    /** The lock must be held. */
    deleteDrafts,

    /** Deletes killed processes' drafts, unless the lock is held. */
    async deleteAbandonedDrafts(): Promise<void> {
      const drafts = listByPrefix(root, draftPrefix);
      using lock = drafts.length > 0 ? tryAcquireLock(lockFile) : undefined;
      // Asynchronous deletion of thousands of files doesn't block visitors.
      if (lock) for (const draft of drafts) await rm(draft, { recursive: true, force: true });
    },

    /** Turns a draft into a release that isn't current yet. The release is on disk when the promise resolves. */
    async commit(draft: string, release: Release): Promise<void> {
      await writeFile(join(draft, "release.json"), `${JSON.stringify(releaseSchema.parse(release), null, 1)}\n`);
      const paths = ["", ...(await readdir(draft, { recursive: true }))];
      // Syncs many files at a time, because the file system combines concurrent syncs.
      await mapInBatches(paths, (path) => sync(join(draft, path)), 256);
      rmSync(getFolder(release.id), { recursive: true, force: true });
      renameSync(draft, getFolder(release.id));
      await sync(root);
    },

    /** Makes a release current, so that running servers open it. Deletes the oldest releases beyond `maxReleases`. */
    makeCurrent(id: string): void {
      replaceFile(pointer, `${JSON.stringify({ id })}\n`);
      // Ids begin with the time, so they are sorted without reading descriptions.
      for (const oldId of listIds().sort().reverse().slice(maxReleases)) {
        if (oldId !== id) rmSync(getFolder(oldId), { recursive: true, force: true });
      }
    },
  };
}

/** Flushes the buffers of a file or folder to disk. */
async function sync(path: string): Promise<void> {
  // On Windows nothing is synced, because folders can't be opened.
  if (process.platform === "win32") return;
  await using handle = await open(path, "r");
  await handle.sync();
}
