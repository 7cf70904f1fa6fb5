import { expect, test } from "vitest";
import { recordingLog } from "../../tests/setup/recording-log.ts";
import { createPolling } from "./polling.ts";

/** A pause that takes no time, and keeps what it was asked for; the loops end after so many. */
function clock(rounds: number) {
  const waits: number[] = [];
  const pause = async (milliseconds?: number) => {
    waits.push(milliseconds!);
    if (waits.length >= rounds) await new Promise(() => {});
    await new Promise((done) => setImmediate(done));
  };
  return { waits, pause: pause as never };
}

test("while the database is away two loops wait longer and longer, and it is said once; and once that it is back", async () => {
  const log = recordingLog();
  const { waits, pause } = clock(60);
  const poll = createPolling(log, pause);
  let round = 0;
  const work = async () => {
    round++;
    if (round > 10 && round < 30) throw new Error("away");
  };
  poll(work);
  poll(work);
  while (waits.length < 60) await new Promise((done) => setImmediate(done));
  expect(log.lines.map(({ level }) => level)).toEqual(["error", "info"]);
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(1000));
  expect(Math.max(...waits)).toBe(10_000);
  expect(waits.slice(12, 18)).toEqual([4000, 4000, 8000, 8000, 10_000, 10_000]);
  expect(waits.slice(-10)).toEqual(Array(10).fill(1000));
});

test("it is stopped once the round that is under way has ended", async () => {
  let finish = () => {};
  let rounds = 0;
  const polling = createPolling(recordingLog())(() => {
    rounds++;
    return new Promise<void>((done) => (finish = done));
  });
  let isStopped = false;
  const stopped = polling.stop().then(() => (isStopped = true));
  await new Promise((done) => setTimeout(done, 20));
  expect(isStopped).toBe(false);
  finish();
  await stopped;
  expect(rounds).toBe(1);
});
