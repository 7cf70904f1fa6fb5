import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { FairQueue } from "../runtime/fair-queue.ts";
import type { Log } from "../runtime/log.ts";
import { createMeasuredQueue } from "../runtime/queue-metrics.ts";
import type { RequestIds } from "../../http/request-ids.ts";
import { createSharedWork } from "../runtime/shared-work.ts";
import type { MediaStore } from "./media-store.ts";
import { fetchPicture, detectPictureType, type Picture } from "./picture-fetch.ts";
import { chooseFormat, resizePicture, type Format } from "./picture-resize.ts";

/** Originals are fetched again after this time. The stored one is served if that fails. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/** After a failure an old original is served for this time before it is fetched again. */
const retryAfterMs = 60 * 60 * 1000;

/** The limit for one sender exceeds the number of pictures on any page. */
const waitingLimits = { maxWaiting: 200, maxWaitingPerSender: 50 };

/** The client that requests a picture. */
export type PictureRequester = RequestIds & { sender: string; signal?: AbortSignal };

/** Type and hash of an original, without its bytes. */
type Original = { type: string; digest: string };

type Options = {
  media: MediaStore;
  log: Log;
  fetchOriginal?: typeof fetchPicture;
  resize?: typeof resizePicture;
  queues?: { fetching: FairQueue; resizing: FairQueue };
};

/**
 * Creates the store of resized pictures. Originals and all requested versions are stored in `media`. Only a few are fetched and
 * resized at a time, and senders take turns. Work is aborted when nobody waits for it.
 */
export function createPictureStore({
  media,
  log,
  fetchOriginal = fetchPicture,
  resize = resizePicture,
  queues = createDefaultQueues(),
}: Options) {
  const shareFetch = createSharedWork<Original | undefined>();
  const shareVersion = createSharedWork<Picture | undefined>();
  /** Descriptions of stored originals by URL, valid for the file written at `time`. */
  const originalsByUrl = new LRUCache<string, Original & { time: number }>({ max: 10_000 });
  /** URLs whose stored original is old and couldn't be fetched again. */
  const failed = new LRUCache<string, true>({ max: 10_000, ttl: retryAfterMs });
  /** URLs without a picture. They aren't requested again for a minute. */
  const missingAddresses = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

  async function getOriginal(url: URL, requester: PictureRequester): Promise<Original | undefined> {
    const { sender, signal } = requester;
    const old = await readStoredOriginal(url);
    if (old && (old.age < maxAgeMs || failed.has(url.href))) return old;
    try {
      return await shareFetch(
        url.href,
        (fetchSignal) =>
          queues.fetching.run(sender, (innerSignal) => fetchAndStore(url, innerSignal, requester), fetchSignal),
        signal,
      );
    } catch (error) {
      if (!old || signal?.aborted) throw error;
      log.warn({ err: error }, "served an old picture: its origin can't be reached");
      failed.set(url.href, true);
      return old;
    }
  }

  /** Returns the description of a stored original. It reads the bytes only if they aren't described yet: they may be megabytes. */
  async function readStoredOriginal(url: URL): Promise<(Original & { age: number }) | undefined> {
    const name = hashName(url.href);
    const file = await media.find(name);
    if (!file) return undefined;
    let original = originalsByUrl.get(url.href);
    if (original?.time !== file.time) {
      const bytes = await media.read(name);
      const description = bytes && describe(bytes);
      original = description && { ...description, time: file.time };
      if (original) originalsByUrl.set(url.href, original);
    }
    return original && { ...original, age: file.age };
  }

  async function fetchAndStore(url: URL, signal: AbortSignal, ids: RequestIds): Promise<Original | undefined> {
    const picture = await fetchOriginal(url, signal, ids);
    if (!picture) return undefined;
    await media.write(hashName(url.href), picture.bytes);
    return describe(picture.bytes);
  }

  async function createVersion(
    url: URL,
    width: number,
    accept: string | null,
    requester: PictureRequester,
  ): Promise<Picture | undefined> {
    const source = await getOriginal(url, requester);
    if (!source) return undefined;
    const format = chooseFormat(accept, source.type);
    const name = hashName(url.href, width, format, source.digest);
    const old = await media.read(name);
    if (old) return { type: `image/${format}`, bytes: old };
    const picture = await queues.resizing.run(
      requester.sender,
      // Many pictures may wait, so the bytes are read only when it is their turn. If they couldn't be stored, they are
      // fetched again.
      async (signal) => {
        const bytes = (await media.read(hashName(url.href))) ?? (await fetchOriginal(url, signal, requester))?.bytes;
        return bytes && tryResize(bytes, width, format);
      },
      requester.signal,
    );
    if (picture) await media.write(name, picture.bytes);
    return picture;
  }

  async function tryResize(bytes: Picture["bytes"], width: number, format: Format): Promise<Picture | undefined> {
    try {
      return await resize(bytes, width, format);
    } catch (error) {
      log.warn({ err: error }, "it begins like a picture but isn't one");
      return undefined;
    }
  }

  return {
    /**
     * Returns a picture in a width and a format that the client accepts; `undefined` if there is none.
     * @throws QueueFullError if too many are waiting
     */
    async get(
      url: URL,
      width: number,
      accept: string | null,
      requester: PictureRequester,
    ): Promise<Picture | undefined> {
      if (missingAddresses.has(url.href)) return undefined;
      const key = [url.href, width, chooseFormat(accept, ""), chooseFormat(accept, "image/gif")].join("\n");
      const picture = await shareVersion(
        key,
        (stop) => createVersion(url, width, accept, { ...requester, signal: stop }),
        requester.signal,
      );
      if (!picture) missingAddresses.set(url.href, true);
      return picture;
    },
  };
}

function createDefaultQueues() {
  return {
    fetching: createMeasuredQueue("picture-fetch", { maxActive: 8, ...waitingLimits }),
    resizing: createMeasuredQueue("picture-resize", { maxActive: 2, ...waitingLimits }),
  };
}

function describe(bytes: Uint8Array): Original | undefined {
  const type = detectPictureType(bytes);
  return type ? { type, digest: createHash("sha256").update(bytes).digest("hex") } : undefined;
}

function hashName(...key: (string | number)[]): string {
  return createHash("sha256").update(key.join("\n")).digest("hex");
}
