import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Caller } from "#app/services/api/contract/caller.ts";
import type { FairQueue } from "#app/services/runtime/fair-queue.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { createMeasuredQueue } from "#app/services/runtime/measured-queue.ts";
import { createSharedWork } from "#app/services/runtime/shared-work.ts";
import type { MediaDisk } from "./media-disk.ts";
import { detectPictureType, type FetchedPicture, type fetchPicture } from "./picture-fetch.ts";
import { chooseFormat, resizePicture, type Format } from "./picture-resize.ts";

/** Milliseconds after which an original is fetched again; on failure the stored one is served. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/** Milliseconds between a failed fetch and the next, during which the old original is served. */
const retryAfterMs = 60 * 60 * 1000;

/**
 * Limits of waiting requests. A sender's limit suffices for the pictures of one page. After `maxWaitMs` the response is
 * 503; a retry gets the sizes that are finished by then.
 */
const waitingLimits = { maxWaiting: 200, maxWaitingPerSender: 50, maxWaitMs: 10_000 };
export const pictureLimits = {
  fetching: { maxActive: 8, ...waitingLimits },
  resizing: { maxActive: 2, ...waitingLimits },
};

type Original = { type: string; digest: string };

/** Fetches and resizes a few pictures at a time; senders take turns. Work is aborted once all callers have left. */
export function createPictureStore(options: {
  disk: MediaDisk;
  log: Log;
  fetchOriginal: typeof fetchPicture;
  resize?: typeof resizePicture;
  queues?: { fetching: FairQueue; resizing: FairQueue };
}) {
  const { disk, log, fetchOriginal, resize = resizePicture, queues = createDefaultQueues() } = options;
  const originals = createSharedWork<Original | undefined>();
  const versions = createSharedWork<FetchedPicture | undefined>();
  /** Descriptions of stored originals by URL, valid for the file written at `time`. */
  const descriptions = new LRUCache<string, Original & { time: number }>({ max: 10_000 });
  /** URLs whose original couldn't be fetched again, so that the old one is served. */
  const failed = new LRUCache<string, true>({ max: 10_000, ttl: retryAfterMs });
  /** URLs without a picture, retried after a minute. */
  const missing = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

  async function getOriginal(url: URL, requester: Caller): Promise<Original | undefined> {
    const { network, signal } = requester;
    const stored = await readStored(url);
    const isUsable = (one: typeof stored) => one && (Date.now() - one.time < maxAgeMs || failed.has(url.href));
    if (isUsable(stored)) return stored;
    // Reads again at its turn, because another caller may have stored the original since.
    const fetchOnce = async (inner: AbortSignal) => {
      const latestOriginal = await readStored(url);
      return isUsable(latestOriginal) ? latestOriginal : fetchAndStore(url, inner, requester);
    };
    const fetchInTurn = (shared: AbortSignal) => queues.fetching.run(network, fetchOnce, shared);
    try {
      return await originals.share(url.href, fetchInTurn, signal);
    } catch (error) {
      if (!stored || signal?.aborted) throw error;
      log.warn({ err: error }, "served an old picture: its origin can't be reached");
      failed.set(url.href, true);
      return stored;
    }
  }

  /** Describes the stored original. Reads its bytes only if it has been written since it was last described. */
  async function readStored(url: URL): Promise<(Original & { time: number }) | undefined> {
    const name = hashName(url.href);
    const time = await disk.find(name);
    if (time === undefined) return undefined;
    const known = descriptions.get(url.href);
    if (known?.time === time) return known;
    const bytes = await disk.read(name);
    const original = bytes && describe(bytes);
    if (!original) return undefined;
    descriptions.set(url.href, { ...original, time });
    return { ...original, time };
  }

  async function fetchAndStore(url: URL, signal: AbortSignal, requester: Caller) {
    const picture = await fetchOriginal(url, signal, requester);
    if (!picture) return undefined;
    await disk.write(hashName(url.href), picture.bytes);
    return describe(picture.bytes);
  }

  async function createVersion(url: URL, width: number, accept: string | null, requester: Caller) {
    const original = await getOriginal(url, requester);
    if (!original) return undefined;
    const format = chooseFormat(accept, original.type);
    const name = hashName(url.href, width, format, original.digest);
    const stored = await disk.read(name);
    if (stored) return { type: `image/${format}`, bytes: stored };
    // Many pictures may wait, so the bytes are read only at their turn. They are fetched again if
    // they couldn't be stored.
    const resizeInTurn = async (signal: AbortSignal) => {
      const bytes = (await disk.read(hashName(url.href))) ?? (await fetchOriginal(url, signal, requester))?.bytes;
      return bytes && tryResize(bytes, width, format);
    };
    const picture = await queues.resizing.run(requester.network, resizeInTurn, requester.signal);
    if (picture) await disk.write(name, picture.bytes);
    return picture;
  }

  async function tryResize(
    bytes: FetchedPicture["bytes"],
    width: number,
    format: Format,
  ): Promise<FetchedPicture | undefined> {
    try {
      return await resize(bytes, width, format);
    } catch (error) {
      log.warn({ err: error }, "the picture is damaged: only its beginning is valid");
      return undefined;
    }
  }

  return {
    /** @throws QueueFullError if too many are waiting, or after too long a wait */
    async get(url: URL, width: number, accept: string | null, requester: Caller) {
      if (missing.has(url.href)) return undefined;
      const key = [url.href, width, chooseFormat(accept, ""), chooseFormat(accept, "image/gif")].join("\n");
      const create = (signal: AbortSignal) => createVersion(url, width, accept, { ...requester, signal });
      const picture = await versions.share(key, create, requester.signal);
      if (!picture) missing.set(url.href, true);
      return picture;
    },
  };
}

function createDefaultQueues() {
  return {
    fetching: createMeasuredQueue("picture-fetch", pictureLimits.fetching),
    resizing: createMeasuredQueue("picture-resize", pictureLimits.resizing),
  };
}

function describe(bytes: Uint8Array): Original | undefined {
  const type = detectPictureType(bytes);
  return type ? { type, digest: hash("sha256", bytes) } : undefined;
}

function hashName(...key: (string | number)[]): string {
  return hash("sha256", key.join("\n"));
}
