import { expect, test } from "vitest";
import { createPurges } from "../../../app/services/submissions/outbox/purges.ts";
import { createFreshDatabase, storages } from "../../setup/databases.ts";

test.each(storages)("%s: each process receives a purge once, and a replay is recognised", async (storage) => {
  const freshStorage = await createFreshDatabase(storage);
  const database = await freshStorage.open();
  const receivedTags: string[] = [];
  const startProcess = (name: string) => {
    const purges = createPurges(database);
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
  await freshStorage.remove();
});
