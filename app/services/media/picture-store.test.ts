import { beforeEach, expect, test } from "vitest";
import { createFairQueue, QueueFullError } from "#app/services/runtime/fair-queue.ts";
import { createDeclaredAvif, createPhoto } from "#tests/setup/content/test-photo.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createMediaDisk } from "./media-disk.ts";
import type { FetchedPicture } from "./picture-fetch.ts";
import { chooseFormat, resizePicture } from "./picture-resize.ts";
import { createPictureStore } from "./picture-store.ts";

let folder: string;
beforeEach(() => void (folder = createTestFolder()));

const createUrl = (name: string) => new URL(name, "https://cms.example/");
const createPng = (text: string): FetchedPicture => ({
  type: "image/png",
  bytes: new Uint8Array(Buffer.from(`\x89PNG\r\n\x1a\n${text}`, "latin1")),
});

/** Creates a store whose fetches and resizes wait for the promises in `gate`. */
function createControlledStore({
  maxWaiting = 100,
  maxWaitingPerSender = 100,
  disk = createMediaDisk(folder, createRecordingLog()),
} = {}) {
  const fetchedUrls: string[] = [];
  const resizedWidths: string[] = [];
  const abortedUrls: string[] = [];
  const gate = { fetching: Promise.resolve(), resizing: Promise.resolve() };
  const limits = { maxWaiting, maxWaitingPerSender };
  const store = createPictureStore({
    disk,
    log: createRecordingLog(),
    async fetchOriginal({ pathname }, signal) {
      fetchedUrls.push(pathname);
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => (abortedUrls.push(pathname), reject(signal.reason)));
      });
      await Promise.race([gate.fetching, aborted]);
      return createPng(pathname);
    },
    async resize(bytes, width) {
      await gate.resizing;
      resizedWidths.push(`${Buffer.from(bytes).toString("latin1").slice(8)} ${width}`);
      return { type: "image/png", bytes: new Uint8Array(bytes) };
    },
    queues: {
      fetching: createFairQueue({ maxActive: 8, ...limits }),
      resizing: createFairQueue({ maxActive: 1, ...limits }),
    },
  });
  return { store, fetchedUrls, resizedWidths, abortedUrls, gate };
}

const createCaller = (network = "a") => ({ requestId: "r", address: "192.0.2.1", network });

async function waitUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
}

test("an original is fetched once for all widths, and each width is made once", async () => {
  const { store, fetchedUrls, resizedWidths } = createControlledStore();
  const requestWidth = (width: number) => store.get(createUrl("/a.png"), width, null, createCaller());
  await Promise.all([200, 200, 400, 800].map(requestWidth));
  await Promise.all([200, 400, 800].map(requestWidth));
  expect(fetchedUrls).toEqual(["/a.png"]);
  expect(resizedWidths.sort()).toEqual(["/a.png 200", "/a.png 400", "/a.png 800"]);
});

test("an original that is stored during a slow disk lookup isn't fetched again", async () => {
  const disk = createMediaDisk(folder, createRecordingLog());
  const { promise: slowLookup, resolve } = Promise.withResolvers<void>();
  let isFirst = true;
  const find = async (name: string) => {
    if (!isFirst) return disk.find(name);
    isFirst = false;
    await slowLookup;
    // Finds nothing, like a look-up that ends before the picture is stored.
    return undefined;
  };
  const { store, fetchedUrls } = createControlledStore({ disk: { ...disk, find } });
  const requestWidth = (width: number) => store.get(createUrl("/a.png"), width, null, createCaller());
  const slowRequest = requestWidth(200);
  await requestWidth(400);
  resolve();
  await slowRequest;
  expect(fetchedUrls).toEqual(["/a.png"]);
});

test("fetching and resizing are aborted when all callers have left", async () => {
  const { store, fetchedUrls, resizedWidths, abortedUrls, gate } = createControlledStore();
  gate.fetching = new Promise(() => undefined);
  const controller = new AbortController();
  const { signal } = controller;
  const requests = Array.from({ length: 20 }, (_, index) =>
    store.get(createUrl(`/${index}.png`), 200, null, { ...createCaller(), signal }),
  );
  await waitUntil(() => fetchedUrls.length === 8);
  controller.abort();
  expect((await Promise.allSettled(requests)).every(({ status }) => status === "rejected")).toBe(true);
  expect(abortedUrls).toHaveLength(8);
  gate.fetching = Promise.resolve();
  await store.get(createUrl("/last.png"), 200, null, createCaller());
  expect(fetchedUrls).toHaveLength(9);
  expect(resizedWidths).toEqual(["/last.png 200"]);
});

test("many requests of one sender don't delay another's; requests beyond a sender's share are rejected", async () => {
  const { store, resizedWidths, gate } = createControlledStore({ maxWaitingPerSender: 30 });
  const open = Promise.withResolvers<void>();
  gate.resizing = open.promise;
  const manyRequests = Array.from({ length: 60 }, (_, index) =>
    store.get(createUrl(`/big${index}.png`), 1600, null, createCaller()),
  );
  const results = Promise.allSettled(manyRequests);
  const small = store.get(createUrl("/small.png"), 200, null, createCaller("b"));
  open.resolve();
  await small;
  expect(resizedWidths.indexOf("/small.png 200")).toBeLessThan(20);
  const rejectedResults = (await results).filter((result) => result.status === "rejected");
  expect(rejectedResults.length).toBeGreaterThan(0);
  for (const result of rejectedResults) expect((result as PromiseRejectedResult).reason).toBeInstanceOf(QueueFullError);
});

test.each([
  ["image/avif,image/webp,*/*", "image/jpeg", "avif"],
  ["image/avif,image/webp,*/*", "image/gif", "webp"],
  ["image/webp,*/*", "image/png", "webp"],
  ["*/*", "image/jpeg", "jpeg"],
  ["*/*", "image/webp", "png"],
  [null, "image/png", "png"],
])("with Accept %s a picture of type %s is sent as %s", (accept, type, format) =>
  expect(chooseFormat(accept, type)).toBe(format),
);

test("an AVIF that would take too much memory isn't decoded", async () => {
  const large = resizePicture(await createDeclaredAvif(5001, 5000), 400, "webp");
  await expect(large).rejects.toThrow("exceeds pixel limit");
  const small = await resizePicture(await createPhoto(64, 64).avif().toBuffer(), 32, "webp");
  expect(small.type).toBe("image/webp");
});
