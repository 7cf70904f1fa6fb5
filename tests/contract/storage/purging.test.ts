import { expect, test } from "vitest";
import { createPurges } from "#app/services/submissions/outbox/purges.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";

describeEachDatabase((storage) => {
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
    for (const process of [firstProcess, secondProcess]) expect(await process.publish("s1", ["all"])).toBe(false);
    expect(receivedTags).toHaveLength(2);
  });
});
