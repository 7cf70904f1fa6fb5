import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Log } from "../../app/services/runtime/log.ts";
import { formatMetrics } from "../../app/services/runtime/metrics.ts";
import { parseMediaBucket } from "../../app/services/runtime/media-bucket.ts";
import { createMediaDisk } from "../../app/services/media/media-disk.ts";
import { createMediaS3, type S3Package } from "../../app/services/media/media-s3.ts";
import type { MediaStore } from "../../app/services/media/media-store.ts";
import { createPictureStore } from "../../app/services/media/picture-store.ts";
import { createRecordingLog } from "../setup/recording-log.ts";
import { getMissingS3Reason, loadS3Package, startS3, type RunningS3 } from "../setup/s3.ts";
import { formatName } from "../setup/skipped.ts";

/** A folder or a bucket in which a driver stores files. */
type Place = {
  /** Creates a store for this place, as a node does. */
  open(log?: Log): MediaStore;
  /** Creates a store for a place that can't be used. */
  openLost(log: Log): Promise<MediaStore>;
  dispose(): Promise<void>;
};

const bucket = parseMediaBucket("s3://pictures/site?use_path_style=true")!;

async function createFolder(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "media-"));
  writeFileSync(join(folder, "file"), "");
  return {
    open: (log = createRecordingLog()) => createMediaDisk(join(folder, "media"), log),
    openLost: async (log) => createMediaDisk(join(folder, "file"), log),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
}

/** Makes the SDK of this process use a server. The SDK reads the environment when a client sends its first request. */
function useServer({ variables }: Pick<RunningS3, "variables">): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

async function createBucket(): Promise<Place> {
  const [sdk, server] = [await loadS3Package(), await startS3()];
  useServer(server);
  return {
    open: (log = createRecordingLog()) => createMediaS3(sdk, bucket, log),
    async openLost(log) {
      await server.stop();
      return createMediaS3(sdk, bucket, log);
    },
    dispose: server.remove,
  };
}

/** The bucket of `MEDIA_STORE`, if it is set. With it anybody can test another S3 service. */
const ownBucket = parseMediaBucket(process.env["MEDIA_STORE"] ?? "");

async function createFolderInOwnBucket(): Promise<Place> {
  const sdk = await loadS3Package();
  const place = { ...ownBucket!, folder: `${ownBucket!.folder}test-${randomBytes(6).toString("hex")}/` };
  const open = (log: Log = createRecordingLog()) => createMediaS3(sdk, place, log, { timeoutMs: 30_000 });
  return {
    open,
    async openLost(log) {
      vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1");
      return open(log);
    },
    dispose: async () => undefined,
  };
}

const reason = getMissingS3Reason();

describe.each([
  { driver: "the disk", create: createFolder, missing: undefined },
  { driver: "S3", create: createBucket, missing: reason },
  ...(ownBucket ? [{ driver: "the S3 of MEDIA_STORE", create: createFolderInOwnBucket, missing: reason }] : []),
])("$driver", ({ driver, create, missing }) => {
  describe.skipIf(missing !== undefined)(formatName(`pictures on ${driver}`, missing), () => {
    let place: Place;
    beforeAll(async () => void (place = await create()));
    afterAll(async () => {
      await place.dispose();
      vi.unstubAllEnvs();
    });

    test("a written file is found and read", async () => {
      const store = place.open();
      const bytes = new Uint8Array(randomBytes(1000));
      const before = Date.now();
      await store.write("a".repeat(64), bytes);
      expect(await store.read("a".repeat(64))).toEqual(bytes);
      const beforeFind = Date.now();
      const file = (await store.find("a".repeat(64)))!;
      const afterFind = Date.now();
      // S3 has times in whole seconds.
      expect(file.time).toBeGreaterThan(before - 1500);
      expect(file.age).toBeGreaterThan(beforeFind - file.time - 1500);
      expect(file.age).toBeLessThan(afterFind - file.time + 1500);
    });

    test("a missing file is neither found nor read, and isn't a problem", async () => {
      const log = createRecordingLog();
      const store = place.open(log);
      expect(await store.find("missing")).toBeUndefined();
      expect(await store.read("missing")).toBeUndefined();
      expect([store.getProblem(), log.lines]).toEqual([undefined, []]);
    });

    test("an original of 10 MB and an empty file are kept whole", async () => {
      const store = place.open();
      const [large, empty] = [new Uint8Array(randomBytes(10_000_000)), new Uint8Array()];
      await Promise.all([store.write("large", large), store.write("empty", empty)]);
      expect(Buffer.from((await store.read("large"))!).equals(large)).toBe(true);
      expect(await store.read("empty")).toEqual(empty);
    });

    test("a file is replaced", async () => {
      const [store, other] = [place.open(), place.open()];
      const versions = [1, 2].map((value) => new Uint8Array(1000 * value).fill(value));
      for (const bytes of versions) await store.write("twice", bytes);
      expect(await other.read("twice")).toEqual(versions[1]);
    });

    test("fifty files are written and read at once", async () => {
      const store = place.open();
      const files = Array.from({ length: 50 }, (_, index) => [`many-${index}`, new Uint8Array([index])] as const);
      await Promise.all(files.map(([name, bytes]) => store.write(name, bytes)));
      expect(await Promise.all(files.map(([name]) => store.read(name)))).toEqual(files.map(([, bytes]) => bytes));
    });

    test("a picture that one node has made is found by another", async () => {
      const steps: string[] = [];
      const createNode = (node: string) =>
        createPictureStore({
          media: place.open(),
          log: createRecordingLog(),
          async fetchOriginal() {
            steps.push(`${node} fetched`);
            return { type: "image/png", bytes: new Uint8Array(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")) };
          },
          async resize(bytes, width) {
            steps.push(`${node} resized ${width}`);
            return { type: "image/png", bytes: new Uint8Array([...bytes, width % 256]) };
          },
        });
      const url = new URL("https://cms.example/a.png");
      const get = (node: ReturnType<typeof createNode>, width: number) =>
        node.get(url, width, null, { requestId: "r", sender: "a" });
      const [node1, node2] = [createNode("node 1"), createNode("node 2")];
      const picture = await get(node1, 200);
      expect(await get(node2, 200)).toEqual(picture);
      await get(node2, 400);
      expect(steps).toEqual(["node 1 fetched", "node 1 resized 200", "node 2 resized 400"]);
    });

    test("a store that is lost is logged and counted, and no call rejects", async () => {
      const log = createRecordingLog();
      const before = await countFailures();
      const store = await place.openLost(log);
      await store.write("b", new Uint8Array([1]));
      expect([await store.find("b"), await store.read("b")]).toEqual([undefined, undefined]);
      expect(log.lines.map(({ level }) => level)).toEqual(["warn"]);
      expect((await countFailures()) - before).toBe(1);
    });
  });
});

async function countFailures(): Promise<number> {
  const { text } = await formatMetrics();
  return [...text.matchAll(/^media_store_failures_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

describe.skipIf(reason !== undefined)(formatName("a failing S3", reason), () => {
  let sdk: S3Package;
  let server: Server | undefined;
  beforeAll(async () => void (sdk = await loadS3Package()));
  afterEach(() => {
    vi.unstubAllEnvs();
    server?.closeAllConnections();
    server?.close();
  });

  /**
   * Starts a server.
   * @param answer gets the number of requests so far; `undefined` sends no response
   * @returns the requests, to which each further one is added
   */
  async function listen(answer: (count: number) => { status: number; body?: string } | undefined) {
    const requests: string[] = [];
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      const { status, body } = answer(requests.length) ?? { status: 0 };
      request.resume();
      if (status === 0) return;
      // Without a body, the response ends in the middle and the connection stays open.
      if (body === undefined) response.writeHead(status, { "Content-Length": 100 }).write("half");
      else response.writeHead(status, { "Last-Modified": new Date(0).toUTCString() }).end(body);
    });
    await new Promise<void>((done) => void server!.listen(0, "127.0.0.1", done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const key = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret", AWS_REGION: "us-east-1" };
    useServer({ variables: { AWS_ENDPOINT_URL_S3: origin, ...key } });
    return requests;
  }

  test.each([
    ["doesn't answer", () => undefined],
    ["stops in the middle of a file", () => ({ status: 200 })],
  ])("a server that %s is abandoned after the time limit, and not asked again for five seconds", async (_, answer) => {
    const requests = await listen(answer);
    let time = 0;
    const log = createRecordingLog();
    const store = createMediaS3(sdk, bucket, log, { timeoutMs: 100, now: () => time });
    expect(await store.read("a")).toBeUndefined();
    expect(store.getProblem()).toBe("S3 can't be used (TimeoutError)");
    const countBefore = requests.length;
    await store.write("a", new Uint8Array([1]));
    expect(await store.find("a")).toBeUndefined();
    expect(requests).toHaveLength(countBefore);
    time = 5001;
    // One operation tries again, and the others don't wait for it.
    await Promise.all([store.read("a"), store.read("b"), store.read("c")]);
    expect(new Set(requests.slice(countBefore))).toEqual(new Set(["GET /pictures/site/a?x-id=GetObject"]));
    expect(log.lines.map(({ level }) => level)).toEqual(["warn"]);
  });

  test("a server that responds again is used again", async () => {
    let status = 503;
    await listen(() => ({ status, body: "" }));
    let time = 0;
    const log = createRecordingLog();
    const store = createMediaS3(sdk, bucket, log, { now: () => time });
    expect(await store.find("a")).toBeUndefined();
    expect(store.getProblem()).toMatch(/^S3 can't be used \(/);
    status = 200;
    expect(await store.find("a")).toBeUndefined();
    time = 5001;
    expect(await store.find("a")).toMatchObject({ time: 0 });
    expect(await store.find("b")).toMatchObject({ time: 0 });
    expect(store.getProblem()).toBeUndefined();
    expect(log.lines.map(({ level }) => level)).toEqual(["warn", "info"]);
  });

  test("a wrong key is a problem, unlike a missing file", async () => {
    const s3 = await startS3();
    onTestFinished(s3.remove);
    useServer({ variables: { ...s3.variables, AWS_ACCESS_KEY_ID: "wrong" } });
    const store = createMediaS3(sdk, bucket, createRecordingLog());
    expect(await store.read("a")).toBeUndefined();
    expect(store.getProblem()).toBe("S3 can't be used (InvalidAccessKeyId)");
    expect(s3.list()).toEqual([]);
  });

  test("files are below the folder of the address", async () => {
    const s3 = await startS3();
    onTestFinished(s3.remove);
    useServer(s3);
    await createMediaS3(sdk, bucket, createRecordingLog()).write("a", new Uint8Array([1]));
    expect(s3.list()).toEqual(["site/a"]);
  });
});
