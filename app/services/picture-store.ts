import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Log } from "../platform/log.ts";
import { fetchPicture, pictureType, type Picture } from "./picture-fetch.ts";
import { formatFor, resizePicture } from "./picture-resize.ts";

/** Milliseconds after which an original is asked for again; the kept one is served where it can't be had. */
const freshFor = 24 * 60 * 60 * 1000;

/** Bytes that kept pictures may have on the disk. */
const mostBytes = 500_000_000;

/** Pictures of other origins, kept on the disk as they came and in every size and format that was asked for. */
export function createPictureStore(folder: string, log: Log, now: () => number = Date.now) {
  /** What is being made, so that equal requests make it once; and for a minute what there is none of. */
  const making = new Map<string, Promise<Picture | undefined>>();
  const missing = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

  const fileOf = (...key: (string | number)[]) =>
    join(folder, createHash("sha256").update(key.join("\n")).digest("hex"));

  async function kept(file: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; age: number } | undefined> {
    try {
      const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
      return { bytes: new Uint8Array(bytes), age: now() - mtimeMs };
    } catch {
      return undefined;
    }
  }

  /** Written beside and renamed: nobody reads half a picture. A full disk costs time, not pictures. */
  async function keep(file: string, bytes: Uint8Array): Promise<void> {
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, bytes);
      await rename(`${file}.part`, file);
    } catch (error) {
      log.warn({ err: error }, "a picture could not be kept");
    }
  }

  async function original(url: URL): Promise<Picture | undefined> {
    const file = fileOf(url.href);
    const old = await kept(file);
    const type = old && pictureType(old.bytes);
    if (old && type && old.age < freshFor) return { type, bytes: old.bytes };
    try {
      const fetched = await fetchPicture(url);
      if (fetched) await keep(file, fetched.bytes);
      return fetched;
    } catch (error) {
      if (!old || !type) throw error;
      log.warn({ err: error }, "served an old picture: its origin can't be reached");
      // Asked again in an hour, not with every request.
      await utimes(file, new Date(now()), new Date(now() - freshFor + 3_600_000)).catch(() => undefined);
      return { type, bytes: old.bytes };
    }
  }

  async function make(url: URL, width: number, accept: string | null): Promise<Picture | undefined> {
    const source = await original(url);
    if (!source) return undefined;
    const format = formatFor(accept, source.type);
    const version = createHash("sha256").update(source.bytes).digest("hex");
    const file = fileOf(url.href, width, format, version);
    const old = await kept(file);
    if (old) return { type: `image/${format}`, bytes: old.bytes };
    const resized = await resizePicture(source.bytes, width, format).catch((error: unknown) => {
      log.warn({ err: error }, "it begins like a picture but isn't one");
    });
    if (resized) await keep(file, resized.bytes);
    return resized ?? undefined;
  }

  return {
    /** A picture in a width and a format that the client accepts; `undefined` where there is none. */
    async get(url: URL, width: number, accept: string | null): Promise<Picture | undefined> {
      if (missing.has(url.href)) return undefined;
      const key = [url.href, width, formatFor(accept, ""), formatFor(accept, "image/gif")].join("\n");
      const running = making.get(key) ?? make(url, width, accept).finally(() => making.delete(key));
      making.set(key, running);
      const picture = await running;
      if (!picture) missing.set(url.href, true);
      return picture;
    },

    /** Deletes the pictures that were made longest ago until the rest is small enough. */
    async sweep(most: number = mostBytes): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      const files = await Promise.all(
        names.map(async (name) => ({ name, ...(await sizeAndTime(join(folder, name))) })),
      );
      let bytes = 0;
      for (const { name, size } of files.sort((a, b) => b.time - a.time)) {
        bytes += size;
        if (bytes > most) await rm(join(folder, name), { force: true });
      }
    },
  };
}

async function sizeAndTime(file: string): Promise<{ size: number; time: number }> {
  const found = await stat(file).catch(() => undefined);
  return { size: found?.size ?? 0, time: found?.mtimeMs ?? 0 };
}
