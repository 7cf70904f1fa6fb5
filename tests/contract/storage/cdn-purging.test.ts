import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCdnPurges } from "../../../app/services/submissions/outbox/cdn-purges.ts";
import type { Cdn, PurgeResult } from "../../../app/services/submissions/outbox/cdns.ts";
import { createPurges } from "../../../app/services/submissions/outbox/purges.ts";
import type { Tables } from "../../../app/services/submissions/database/tables.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { createRecordingLog } from "../../setup/recording-log.ts";

const secondMs = 1000;

describe.each(storages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  let database: Kysely<Tables>;
  let time: number;
  /** Tags of each call. */
  let calls: (readonly string[])[];
  let respond: (tags: readonly string[]) => PurgeResult | Promise<PurgeResult>;

  beforeEach(async () => {
    freshStorage = await createFreshDatabase(storage);
    database = await freshStorage.open();
    time = 1_800_000_000_000;
    calls = [];
    respond = () => ({ isPurged: true });
  });
  afterEach(() => freshStorage.remove());

  /** Creates the outbox as a process does, and sends the purge of all pages with which every process starts. */
  async function startProcess(maxTags = 30) {
    const purges = createProcess(maxTags);
    await purges.poll();
    await pollAfter(purges, secondMs);
    calls = [];
    return purges;
  }

  function createProcess(maxTags = 30) {
    const cdn: Cdn = {
      maxTags,
      purge: async (tags) => {
        calls.push(tags);
        return respond(tags);
      },
    };
    return createCdnPurges(database, cdn, createRecordingLog(), () => time);
  }

  async function pollAfter(purges: { poll(): Promise<void> }, milliseconds: number): Promise<void> {
    time += milliseconds;
    await purges.poll();
  }

  const readPending = async () =>
    (await database.selectFrom("cdn_purge").select("tag").execute()).map(({ tag }) => tag);

  test("a process purges everything one second after its start", async () => {
    const purges = createProcess();
    await purges.poll();
    expect(calls).toEqual([]);
    await pollAfter(purges, secondMs);
    expect(calls).toEqual([["all"]]);
    expect(await readPending()).toEqual([]);
  });

  test("equal pending purges are joined, and every call names the tag of pages with many tags", async () => {
    const purges = await startProcess();
    for (const tags of [["product:1", "menu"], ["menu"], ["product:1", "product:2"]]) {
      await purges.store(tags);
      purges.add(tags);
    }
    await purges.poll();
    await pollAfter(purges, secondMs);
    expect(calls.map((tags) => tags.toSorted())).toEqual([["many", "menu", "product:1", "product:2"]]);
    expect(await readPending()).toEqual([]);
  });

  test("a purge of all pages includes the others", async () => {
    const purges = await startProcess(4);
    await purges.store(["a", "b", "c", "d", "e", "all"]);
    await pollAfter(purges, secondMs);
    expect(calls).toEqual([["all"]]);
    expect(await readPending()).toEqual([]);
  });

  test("many tags are sent in calls that the CDN accepts", async () => {
    const purges = await startProcess(30);
    const tags = Array.from({ length: 100 }, (_, id) => `product:${id}`);
    await purges.store(tags);
    await pollAfter(purges, secondMs);
    expect(calls.map(({ length }) => length)).toEqual([30, 30, 30, 14]);
    expect(new Set(calls.flat())).toEqual(new Set([...tags, "many"]));
  });

  test("tags that no page can have are left out", async () => {
    const purges = await startProcess();
    await purges.store(["a b", "药", "a,b", "product:%E8%8D%AF"]);
    await pollAfter(purges, secondMs);
    expect(calls).toEqual([["product:%E8%8D%AF", "many"]]);
  });

  test("a failed call is retried with growing delays until it succeeds, after a restart too", async () => {
    const purges = await startProcess();
    respond = () => ({ isPurged: false, message: "status 500" });
    await purges.store(["menu"]);
    await pollAfter(purges, secondMs);
    const delays: number[] = [];
    for (let n = 0; n < 10; n++) {
      const callCount = calls.length;
      const start = time;
      while (calls.length === callCount) await pollAfter(purges, secondMs);
      delays.push((time - start) / secondMs);
    }
    expect(delays[0]).toBeLessThanOrEqual(7);
    expect(delays.slice(1).every((delay, index) => delay >= delays[index]! || delay > 250)).toBe(true);
    expect(Math.max(...delays)).toBeLessThanOrEqual(301);
    respond = () => ({ isPurged: true });
    const restartedProcess = await startProcess();
    await pollAfter(restartedProcess, 400 * secondMs);
    expect(await readPending()).toEqual([]);
  });

  test("Retry-After pauses all calls", async () => {
    const purges = await startProcess();
    respond = () => ({ isPurged: false, message: "status 429", retryAfter: 600 * secondMs });
    await purges.store(["menu"]);
    await pollAfter(purges, secondMs);
    respond = () => ({ isPurged: true });
    await purges.store(["product"]);
    await pollAfter(purges, 599 * secondMs);
    expect(calls).toEqual([["menu", "many"]]);
    await pollAfter(purges, secondMs);
    expect(calls.at(-1)!.toSorted()).toEqual(["many", "menu", "product"]);
  });

  test("a purge that is requested during a call is sent again after it", async () => {
    const purges = await startProcess();
    await purges.store(["menu"]);
    respond = async () => {
      await purges.store(["menu"]);
      return { isPurged: true };
    };
    await pollAfter(purges, secondMs);
    respond = () => ({ isPurged: true });
    expect(await readPending()).toEqual(["menu"]);
    await pollAfter(purges, secondMs);
    expect(calls).toHaveLength(2);
    expect(await readPending()).toEqual([]);
  });

  test("only one of several processes sends a purge", async () => {
    const [first, otherProcess] = [await startProcess(), await startProcess()];
    await first.store(["menu"]);
    time += secondMs;
    await Promise.all([first.poll(), otherProcess.poll(), first.poll(), otherProcess.poll()]);
    expect(calls).toEqual([["menu", "many"]]);
  });

  test("if a process ends during its call, another process sends the purge", async () => {
    const [first, otherProcess] = [await startProcess(), await startProcess()];
    await first.store(["menu"]);
    respond = () => new Promise(() => undefined);
    time += secondMs;
    void first.poll();
    while (calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    respond = () => ({ isPurged: true });
    await otherProcess.poll();
    expect(calls).toHaveLength(1);
    await pollAfter(otherProcess, 30 * secondMs);
    expect(calls).toHaveLength(2);
    expect(await readPending()).toEqual([]);
  });

  test("a purge of the owner's system is stored for the CDN together with it, and added by each process", async () => {
    const [first, otherProcess] = [await startProcess(), await startProcess()];
    const now = () => time;
    const [hook, otherHook] = [first, otherProcess].map((cdnPurges) => createPurges(database, { cdnPurges, now }));
    expect(await hook!.publish("s1", ["product:12"])).toBe(true);
    expect(await readPending()).toEqual(["product:12"]);
    await pollAfter(first, secondMs);
    expect(calls).toEqual([["product:12", "many"]]);
    // Until now the other process may have sent the outdated page to the CDN.
    time += 5 * secondMs;
    await otherHook!.poll();
    await otherProcess.poll();
    await pollAfter(otherProcess, secondMs);
    expect(calls).toHaveLength(2);
    expect(await hook!.publish("s1", ["product:13"])).toBe(false);
    expect(await readPending()).toEqual([]);
  });
});
