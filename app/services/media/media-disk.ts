import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../runtime/log.ts";
import { countFailure, type MediaStore } from "./media-store.ts";

/** Default limit for the size of all stored pictures, in bytes. */
const defaultMaxBytes = 500_000_000;

/**
 * Share of the size limit. After writing this much, the folder is scanned again, because other processes may write to it, too.
 */
const scanAfterShare = 1 / 20;

/** A temporary file of this age was probably left by a crashed process, and is deleted. */
const abandonedAfterMs = 10 * 60 * 1000;

const partialSuffix = ".part";

type StoredFile = { size: number; time: number };

/**
 * Creates a media store in a folder with a size limit. The oldest files are deleted first. Files of other processes in
 * the same folder are found at the next scan.
 */
export function createMediaDisk(
  folder: string,
  log: Log,
  { maxBytes = defaultMaxBytes, now = Date.now }: { maxBytes?: number; now?: () => number } = {},
): MediaStore {
  const storedFiles = new Map<string, StoredFile>();
  let total = 0;
  let bytesSinceScan = Infinity;
  /** The last write. The next one waits for it, because each write needs the current total size. */
  let lastWrite: Promise<void> = Promise.resolve();

  function addFile(name: string, file: StoredFile): void {
    removeFile(name);
    storedFiles.set(name, file);
    total += file.size;
  }

  function removeFile(name: string): void {
    total -= storedFiles.get(name)?.size ?? 0;
    storedFiles.delete(name);
  }

  async function remove(name: string): Promise<void> {
    await rm(join(folder, name), { force: true });
    removeFile(name);
  }

  /** Reads the folder, and deletes temporary files of crashed processes. */
  async function scan(): Promise<void> {
    await mkdir(folder, { recursive: true });
    const files: [string, StoredFile][] = [];
    for (const name of await readdir(folder)) {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      if (!stats?.isFile()) continue;
      const isAbandoned = name.endsWith(partialSuffix) && now() - stats.mtimeMs > abandonedAfterMs;
      if (isAbandoned) await rm(join(folder, name), { force: true });
      else files.push([name, { size: stats.size, time: stats.mtimeMs }]);
    }
    storedFiles.clear();
    total = 0;
    for (const [name, file] of files.sort(([, a], [, b]) => a.time - b.time)) addFile(name, file);
    bytesSinceScan = 0;
  }

  /** Deletes the oldest files until there is room for `bytes` more. */
  async function evict(bytes: number): Promise<void> {
    if (bytesSinceScan > maxBytes * scanAfterShare) await scan();
    for (const name of storedFiles.keys()) {
      if (total + bytes <= maxBytes) return;
      await remove(name);
    }
  }

  async function writeNow(name: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > maxBytes) return;
    const part = join(folder, `${name}.${randomUUID()}${partialSuffix}`);
    try {
      await evict(bytes.length);
      bytesSinceScan += bytes.length;
      // The file is renamed when complete, so that nobody reads a partial picture.
      await writeFile(part, bytes);
      await rename(part, join(folder, name));
      addFile(name, { size: bytes.length, time: now() });
    } catch (error) {
      // On a full disk pictures are still served, only slower.
      countFailure("write");
      log.warn({ err: error }, "a picture could not be kept");
      await rm(part, { force: true }).catch(() => undefined);
      bytesSinceScan = Infinity;
    }
  }

  return {
    async find(name) {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      return stats && { time: stats.mtimeMs, age: now() - stats.mtimeMs };
    },

    async read(name) {
      const bytes = await readFile(join(folder, name)).catch(() => undefined);
      return bytes && new Uint8Array(bytes);
    },

    write(name, bytes) {
      lastWrite = lastWrite.then(() => writeNow(name, bytes));
      return lastWrite;
    },

    getProblem: () => undefined,
  };
}
