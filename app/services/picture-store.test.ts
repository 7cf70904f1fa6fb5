import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordingLog } from "../../tests/setup/recording-log.ts";
import { createFairQueue, QueueFullError } from "../platform/fair-queue.ts";
import { createPictureDisk } from "./picture-disk.ts";
import type { Picture } from "./picture-fetch.ts";
import { formatFor } from "./picture-resize.ts";
import { createPictureStore } from "./picture-store.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "store-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const url = (name: string) => new URL(name, "https://cms.example/");
const png = (text: string): Picture => ({
  type: "image/png",
  bytes: new Uint8Array(Buffer.from(`\x89PNG\r\n\x1a\n${text}`, "latin1")),
});

/** A store whose pictures come and are resized when the test says so. */
function heldStore({ maxWaiting = 100, maxWaitingPerSender = 100 } = {}) {
  const fetched: string[] = [];
  const resized: string[] = [];
  const stopped: string[] = [];
  const gate = { fetching: Promise.resolve(), resizing: Promise.resolve() };
  const limits = { maxWaiting, maxWaitingPerSender };
  const store = createPictureStore({
    disk: createPictureDisk(folder, recordingLog()),
    log: recordingLog(),
    async fetchOriginal({ pathname }, signal) {
      fetched.push(pathname);
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => (stopped.push(pathname), reject(signal.reason)));
      });
      await Promise.race([gate.fetching, aborted]);
      return png(pathname);
    },
    async resize(bytes, width) {
      await gate.resizing;
      resized.push(`${Buffer.from(bytes).toString("latin1").slice(8)} ${width}`);
      return { type: "image/png", bytes: new Uint8Array(bytes) };
    },
    queues: {
      fetching: createFairQueue({ maxActive: 8, ...limits }),
      resizing: createFairQueue({ maxActive: 1, ...limits }),
    },
  });
  return { store, fetched, resized, stopped, gate };
}

async function turns(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
}

test("an original is fetched once for all its widths, and each width is made once", async () => {
  const { store, fetched, resized } = heldStore();
  const ask = (width: number) => store.get(url("/a.png"), width, null, { requestId: "r", sender: "a" });
  await Promise.all([200, 200, 400, 800].map(ask));
  await Promise.all([200, 400, 800].map(ask));
  expect(fetched).toEqual(["/a.png"]);
  expect(resized.sort()).toEqual(["/a.png 200", "/a.png 400", "/a.png 800"]);
});

test("what nobody waits for any more isn't fetched further, nor resized", async () => {
  const { store, fetched, resized, stopped, gate } = heldStore();
  gate.fetching = new Promise(() => undefined);
  const leaving = new AbortController();
  const asked = Array.from({ length: 20 }, (_, index) =>
    store.get(url(`/${index}.png`), 200, null, { requestId: "r", sender: "a", signal: leaving.signal }),
  );
  await turns(() => fetched.length === 8);
  leaving.abort();
  expect((await Promise.allSettled(asked)).every(({ status }) => status === "rejected")).toBe(true);
  expect(stopped).toHaveLength(8);
  gate.fetching = Promise.resolve();
  await store.get(url("/last.png"), 200, null, { requestId: "r", sender: "a" });
  expect(fetched).toHaveLength(9);
  expect(resized).toEqual(["/last.png 200"]);
});

test("one sender's many pictures don't hold up another's one; beyond its share it is refused", async () => {
  const { store, resized, gate } = heldStore({ maxWaitingPerSender: 30 });
  const open = Promise.withResolvers<void>();
  gate.resizing = open.promise;
  const many = Array.from({ length: 60 }, (_, index) =>
    store.get(url(`/big${index}.png`), 1600, null, { requestId: "r", sender: "a" }),
  );
  const settled = Promise.allSettled(many);
  const small = store.get(url("/small.png"), 200, null, { requestId: "r", sender: "b" });
  open.resolve();
  await small;
  expect(resized.indexOf("/small.png 200")).toBeLessThan(20);
  const refused = (await settled).filter((one) => one.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused) expect((one as PromiseRejectedResult).reason).toBeInstanceOf(QueueFullError);
});

test.each([
  ["image/avif,image/webp,*/*", "image/jpeg", "avif"],
  ["image/avif,image/webp,*/*", "image/gif", "webp"],
  ["image/webp,*/*", "image/png", "webp"],
  ["*/*", "image/jpeg", "jpeg"],
  ["*/*", "image/webp", "png"],
  [null, "image/png", "png"],
])("for %s a picture of %s is sent as %s", (accept, type, format) => expect(formatFor(accept, type)).toBe(format));
