import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../platform/log.ts";

/** Bytes that kept pictures may have on the disk. */
const defaultMaxBytes = 500_000_000;

/** Part of the limit that may be written before the folder is looked at again: another process may write to it as well. */
const partBetweenScans = 1 / 20;

/** Milliseconds after which a file that was never finished is nobody's any more. */
const abandonedAfter = 10 * 60 * 1000;

const unfinished = ".part";

type KeptFile = { size: number; time: number };

export type PictureDisk = ReturnType<typeof createPictureDisk>;

/**
 * Files in a folder that together never take more than `maxBytes`: what was written longest ago goes before something new
 * is written. Further processes on the same folder are noticed at the next look at it.
 */
export function createPictureDisk(
  folder: string,
  log: Log,
  { maxBytes = defaultMaxBytes, now = Date.now }: { maxBytes?: number; now?: () => number } = {},
) {
  const known = new Map<string, KeptFile>();
  let total = 0;
  let writtenSinceScan = Infinity;
  /** Writes follow each other: each must know what the others take. */
  let lastWrite: Promise<void> = Promise.resolve();

  function note(name: string, file: KeptFile): void {
    forget(name);
    known.set(name, file);
    total += file.size;
  }

  function forget(name: string): void {
    total -= known.get(name)?.size ?? 0;
    known.delete(name);
  }

  async function remove(name: string): Promise<void> {
    await rm(join(folder, name), { force: true });
    forget(name);
  }

  /** Looks what there is, and removes what a process left unfinished. */
  async function scan(): Promise<void> {
    await mkdir(folder, { recursive: true });
    const files: [string, KeptFile][] = [];
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (!found?.isFile()) continue;
      const isAbandoned = name.endsWith(unfinished) && now() - found.mtimeMs > abandonedAfter;
      if (isAbandoned) await rm(join(folder, name), { force: true });
      else files.push([name, { size: found.size, time: found.mtimeMs }]);
    }
    known.clear();
    total = 0;
    for (const [name, file] of files.sort(([, a], [, b]) => a.time - b.time)) note(name, file);
    writtenSinceScan = 0;
  }

  /** Removes what was written longest ago until `bytes` more have their place. */
  async function makeRoom(bytes: number): Promise<void> {
    if (writtenSinceScan > maxBytes * partBetweenScans) await scan();
    for (const name of known.keys()) {
      if (total + bytes <= maxBytes) return;
      await remove(name);
    }
  }

  async function writeNow(name: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > maxBytes) return;
    const part = join(folder, `${name}.${randomUUID()}${unfinished}`);
    try {
      await makeRoom(bytes.length);
      writtenSinceScan += bytes.length;
      // Renamed once it is whole: nobody reads half a picture.
      await writeFile(part, bytes);
      await rename(part, join(folder, name));
      note(name, { size: bytes.length, time: now() });
    } catch (error) {
      // A full disk costs time, not pictures.
      log.warn({ err: error }, "a picture could not be kept");
      await rm(part, { force: true }).catch(() => undefined);
      writtenSinceScan = Infinity;
    }
  }

  return {
    /** When a file was written, and how long ago that is, in milliseconds. */
    async find(name: string): Promise<{ time: number; age: number } | undefined> {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return found && { time: found.mtimeMs, age: now() - found.mtimeMs };
    },

    async read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const bytes = await readFile(join(folder, name)).catch(() => undefined);
      return bytes && new Uint8Array(bytes);
    },

    /** Keeps a file where that can be done. Never rejects. */
    write(name: string, bytes: Uint8Array): Promise<void> {
      lastWrite = lastWrite.then(() => writeNow(name, bytes));
      return lastWrite;
    },

    /** Makes a file as old as this, in milliseconds. */
    async setAge(name: string, age: number): Promise<void> {
      await utimes(join(folder, name), new Date(now()), new Date(now() - age)).catch(() => undefined);
    },
  };
}
