import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Log } from "#app/services/runtime/log.ts";
import { getCounter } from "#app/services/runtime/metrics.ts";

export const defaultMaxBytes = 500_000_000;

/** Share of the limit that is written before the folder is scanned again, because other processes may write to it. */
const scanAfterShare = 1 / 20;

/** Milliseconds after which a temporary file, probably a crashed process's, is deleted. */
const abandonedAfterMs = 10 * 60 * 1000;

const partialSuffix = ".part";

const failures = getCounter({
  name: "media_store_failures_total",
  help: "Failed operations of the media store, by operation",
  labelNames: ["operation"],
});
failures.inc({ operation: "write" }, 0);

/** Storage by name for originals and resized pictures. A deleted picture is fetched or made again. */
export type MediaDisk = ReturnType<typeof createMediaDisk>;

/** Stores pictures in a folder with a size limit, beyond which the oldest files are deleted. No function rejects. */
export function createMediaDisk(folder: string, log: Log, maxBytes = defaultMaxBytes) {
  /** Stored files' sizes, oldest first. Entries are never read, so the least recently used one is the oldest. */
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => size || 1,
    dispose: (_size, name, reason) => {
      if (reason === "evict") rmSync(join(folder, name), { force: true });
    },
  });
  let bytesSinceScan = Infinity;
  /** The last write. The next one waits for it, because each needs the total size. */
  let lastWrite: Promise<void> = Promise.resolve();

  async function scan(): Promise<void> {
    await mkdir(folder, { recursive: true });
    const files: { name: string; size: number; time: number }[] = [];
    for (const name of await readdir(folder)) {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      if (!stats?.isFile()) continue;
      const isAbandoned = name.endsWith(partialSuffix) && Date.now() - stats.mtimeMs > abandonedAfterMs;
      if (isAbandoned) await rm(join(folder, name), { force: true });
      else files.push({ name, size: stats.size, time: stats.mtimeMs });
    }
    sizes.clear();
    for (const { name, size } of files.sort((a, b) => a.time - b.time)) sizes.set(name, size);
    bytesSinceScan = 0;
  }

  async function writeNow(name: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > maxBytes) return;
    const partialFile = join(folder, `${name}.${randomUUID()}${partialSuffix}`);
    try {
      if (bytesSinceScan > maxBytes * scanAfterShare) await scan();
      bytesSinceScan += bytes.length;
      sizes.set(name, bytes.length);
      // The complete file is renamed into place, so that no partial picture is read.
      await writeFile(partialFile, bytes);
      await rename(partialFile, join(folder, name));
    } catch (error) {
      // Doesn't throw, because on a full disk pictures can still be served, but slower.
      failures.inc({ operation: "write" });
      log.warn({ err: error }, "a picture could not be kept");
      await rm(partialFile, { force: true }).catch(() => undefined);
      bytesSinceScan = Infinity;
    }
  }

  return {
    /** Returns a file's write time in epoch milliseconds; `undefined` if not stored. */
    async find(name: string): Promise<number | undefined> {
      return (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs;
    },

    async read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const bytes = await readFile(join(folder, name)).catch(() => undefined);
      return bytes && new Uint8Array(bytes);
    },

    write(name: string, bytes: Uint8Array): Promise<void> {
      lastWrite = lastWrite.then(() => writeNow(name, bytes));
      return lastWrite;
    },
  };
}
