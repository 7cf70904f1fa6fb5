import { expect, test } from "vitest";
import type { DestinationName } from "../../../app/services/submissions/database/tables.ts";
import {
  createDelivery,
  type Destination,
  type DeliveryResult,
} from "../../../app/services/submissions/outbox/delivery.ts";
import { createPurges } from "../../../app/services/submissions/outbox/purges.ts";
import { createRepository } from "../../../app/services/submissions/repository.ts";
import { describeStorages } from "../../setup/databases.ts";
import { createRecordingLog } from "../../setup/recording-log.ts";

describeStorages((storage) => {
  const { now } = storage;

  test("each process receives a purge once, and a replay is recognised", async () => {
    const receivedTags: string[] = [];
    const startProcess = (name: string) => {
      const purges = createPurges(storage.database, { now });
      purges.subscribe((tags) => receivedTags.push(`${name} ${tags.join(" ")}`));
      return purges;
    };
    const [firstProcess, secondProcess] = [startProcess("one"), startProcess("other")];
    expect(await firstProcess.publish("s1", ["product:12", "menu"])).toBe(true);
    expect(receivedTags).toEqual(["one product:12 menu"]);
    for (let n = 0; n < 2; n++) await Promise.all([firstProcess.poll(), secondProcess.poll()]);
    expect(receivedTags).toEqual(["one product:12 menu", "other product:12 menu"]);
    expect([await firstProcess.publish("s1", ["all"]), await secondProcess.publish("s1", ["all"])]).toEqual([
      false,
      false,
    ]);
    expect(receivedTags).toHaveLength(2);
    expect(await storage.database.selectFrom("delivery").selectAll().execute()).toEqual([]);
  });

  /** Tags of each call of the CDN. */
  let calls: unknown[];
  let result: DeliveryResult;

  /** Starts a process whose CDN gets the purge of all pages with which every process starts. */
  async function startProcess() {
    calls = [];
    result = { status: "delivered" };
    const purges = createPurges(storage.database, { hasCdn: true, now });
    const cdn: Destination = async ({ payload }) => (calls.push(payload["tags"]), result);
    const destinations: Partial<Record<DestinationName, Destination>> = { cdn };
    const { deliverDue } = createDelivery(storage.database, destinations, createRecordingLog(), { now });
    const pollAfter = async (milliseconds: number) => {
      storage.time += milliseconds;
      await purges.poll();
      await deliverDue("cdn");
    };
    await pollAfter(0);
    return { ...purges, pollAfter };
  }

  test("a process purges the CDN one second after its start, and after each release", async () => {
    const { purgeAll, pollAfter } = await startProcess();
    expect(calls).toEqual([]);
    await pollAfter(1000);
    expect(calls).toEqual([["all"]]);
    await pollAfter(1000);
    purgeAll();
    await pollAfter(1000);
    await pollAfter(1000);
    expect(calls).toEqual([["all"], ["all"]]);
  });

  test("each process that has applied a purge sends it to the CDN, and the inbox doesn't list it", async () => {
    const [first, other] = [await startProcess(), await startProcess()];
    await first.pollAfter(1000);
    calls = [];
    expect(await first.publish("s1", ["product:12", "药", "a b"])).toBe(true);
    await first.pollAfter(1000);
    expect(calls).toEqual([["product:12"]]);
    // Until now the other process may have sent the outdated page to the CDN.
    await other.pollAfter(5000);
    await other.pollAfter(1000);
    expect(calls).toEqual([["product:12"], ["product:12"]]);
    expect(await first.publish("s1", ["product:13"])).toBe(false);
    await first.pollAfter(2000);
    expect(calls).toHaveLength(2);
    expect(await createRepository(storage.database).list()).toEqual([]);
  });

  test("many tags are sent in calls of twenty, and a purge of all pages includes the others", async () => {
    const { publish, pollAfter } = await startProcess();
    await pollAfter(1000);
    calls = [];
    const tags = Array.from({ length: 50 }, (_, id) => `product:${id}`);
    await publish("s1", tags);
    await pollAfter(1000);
    expect(calls.flat().toSorted()).toEqual(tags.toSorted());
    expect(calls).toHaveLength(3);
    await publish("s2", [...tags, "all"]);
    await pollAfter(1000);
    expect(calls.slice(3)).toEqual([["all"]]);
  });

  test("a call that fails is repeated by the outbox, after a restart too", async () => {
    const { publish, pollAfter } = await startProcess();
    await pollAfter(1000);
    calls = [];
    result = { status: "retry", message: "status 500" };
    await publish("s1", ["menu"]);
    await pollAfter(1000);
    await pollAfter(1000);
    expect(calls).toEqual([["menu"]]);
    const restarted = await startProcess();
    await restarted.pollAfter(6000);
    // The restarted process has applied the purge, too.
    expect(calls.flat().toSorted()).toEqual(["all", "menu", "menu"]);
    await restarted.pollAfter(600_000);
    expect(calls).toHaveLength(3);
  });
});
