import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("in each turn of the event loop one search runs, in the order of their coming", async () => {
  const createPause = createTurns();
  const resumed: string[] = [];
  const search = async (name: string) => {
    await createPause()();
    resumed.push(name);
  };
  const all = ["a", "b", "c"].map(search);
  const counts: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    counts.push(resumed.length);
    await setImmediate();
  }
  await Promise.all(all);
  expect(resumed).toEqual(["a", "b", "c"]);
  expect(counts.every((count, turn) => count <= turn)).toBe(true);
});

test("a search goes on without a pause until its turn is over", async () => {
  const pause = createTurns()();
  await pause();
  let isTurnOver = false;
  void setImmediate().then(() => (isTurnOver = true));
  await pause();
  expect(isTurnOver).toBe(false);
});
