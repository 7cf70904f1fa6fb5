import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { FairQueue } from "../platform/fair-queue.ts";
import type { Log } from "../platform/log.ts";
import { createMeasuredQueue } from "../platform/queue-metrics.ts";
import { createSharedWork } from "../platform/shared-work.ts";
import type { PictureDisk } from "./picture-disk.ts";
import { fetchPicture, pictureType, type Picture } from "./picture-fetch.ts";
import { formatFor, resizePicture, type Format } from "./picture-resize.ts";

/** Milliseconds after which an original is asked for again; the kept one is served where it can't be had. */
const freshFor = 24 * 60 * 60 * 1000;

/** How much older than fresh an original is made that can't be asked for now: asked for again in an hour. */
const retryAge = freshFor - 60 * 60 * 1000;

/** One sender's share is more than the pictures of any page. */
const waitingLimits = { maxWaiting: 200, maxWaitingPerSender: 50 };

/** Who asks for a picture, and for how long. */
export type Asker = { sender: string; requestId: string; signal?: AbortSignal };

/** What an original is, without its bytes. */
type Original = { type: string; digest: string };

type Options = {
  disk: PictureDisk;
  log: Log;
  fetchOriginal?: typeof fetchPicture;
  resize?: typeof resizePicture;
  queues?: { fetching: FairQueue; resizing: FairQueue };
};

/**
 * Pictures of other origins, kept on the disk as they came and in every size and format that was asked for. Few are fetched
 * and resized at a time, senders in turn; work that nobody waits for any more stops.
 */
export function createPictureStore({
  disk,
  log,
  fetchOriginal = fetchPicture,
  resize = resizePicture,
  queues = defaultQueues(),
}: Options) {
  const shareFetch = createSharedWork<Original | undefined>();
  const shareVersion = createSharedWork<Picture | undefined>();
  /** Originals on the disk, by address: what is known of one that was written at `time`. */
  const described = new LRUCache<string, Original & { time: number }>({ max: 10_000 });
  /** For a minute, what there is none of. */
  const missing = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

  async function original(url: URL, { sender, requestId, signal }: Asker): Promise<Original | undefined> {
    const old = await keptOriginal(url);
    if (old && old.age < freshFor) return old;
    try {
      return await shareFetch(
        url.href,
        (stop) => queues.fetching.run(sender, (given) => fetchAndKeep(url, given, requestId), stop),
        signal,
      );
    } catch (error) {
      if (!old || signal?.aborted) throw error;
      log.warn({ err: error }, "served an old picture: its origin can't be reached");
      await disk.setAge(nameOf(url.href), retryAge);
      return old;
    }
  }

  /** Reads an original only where it isn't known: it may have megabytes. */
  async function keptOriginal(url: URL): Promise<(Original & { age: number }) | undefined> {
    const name = nameOf(url.href);
    const file = await disk.find(name);
    if (!file) return undefined;
    let known = described.get(url.href);
    if (known?.time !== file.time) {
      const bytes = await disk.read(name);
      const read = bytes && describe(bytes);
      known = read && { ...read, time: file.time };
      if (known) described.set(url.href, known);
    }
    return known && { ...known, age: file.age };
  }

  async function fetchAndKeep(url: URL, signal: AbortSignal, requestId: string): Promise<Original | undefined> {
    const fetched = await fetchOriginal(url, signal, requestId);
    if (!fetched) return undefined;
    await disk.write(nameOf(url.href), fetched.bytes);
    return describe(fetched.bytes);
  }

  async function make(url: URL, width: number, accept: string | null, asker: Asker): Promise<Picture | undefined> {
    const source = await original(url, asker);
    if (!source) return undefined;
    const format = formatFor(accept, source.type);
    const name = nameOf(url.href, width, format, source.digest);
    const old = await disk.read(name);
    if (old) return { type: `image/${format}`, bytes: old };
    const resized = await queues.resizing.run(
      asker.sender,
      // Read only now: many may wait. A full disk has kept nothing.
      async (signal) => {
        const bytes = (await disk.read(nameOf(url.href))) ?? (await fetchOriginal(url, signal, asker.requestId))?.bytes;
        return bytes && resizeOrNone(bytes, width, format);
      },
      asker.signal,
    );
    if (resized) await disk.write(name, resized.bytes);
    return resized;
  }

  async function resizeOrNone(bytes: Picture["bytes"], width: number, format: Format): Promise<Picture | undefined> {
    try {
      return await resize(bytes, width, format);
    } catch (error) {
      log.warn({ err: error }, "it begins like a picture but isn't one");
      return undefined;
    }
  }

  return {
    /**
     * A picture in a width and a format that the client accepts; `undefined` where there is none.
     * @throws QueueFullError where too many are waiting
     */
    async get(url: URL, width: number, accept: string | null, asker: Asker): Promise<Picture | undefined> {
      if (missing.has(url.href)) return undefined;
      const key = [url.href, width, formatFor(accept, ""), formatFor(accept, "image/gif")].join("\n");
      const picture = await shareVersion(
        key,
        (stop) => make(url, width, accept, { ...asker, signal: stop }),
        asker.signal,
      );
      if (!picture) missing.set(url.href, true);
      return picture;
    },
  };
}

function defaultQueues() {
  return {
    fetching: createMeasuredQueue("picture-fetch", { maxActive: 8, ...waitingLimits }),
    resizing: createMeasuredQueue("picture-resize", { maxActive: 2, ...waitingLimits }),
  };
}

function describe(bytes: Uint8Array): Original | undefined {
  const type = pictureType(bytes);
  return type ? { type, digest: createHash("sha256").update(bytes).digest("hex") } : undefined;
}

function nameOf(...key: (string | number)[]): string {
  return createHash("sha256").update(key.join("\n")).digest("hex");
}
