import { expect, test } from "vitest";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createPolling } from "./polling.ts";

/** Creates a sleep function that records its delays and returns at once. Call number `maxCalls` never returns. */
function createSleep(maxCalls: number) {
  const delays: number[] = [];
  const sleep = async (milliseconds?: number) => {
    delays.push(milliseconds!);
    if (delays.length >= maxCalls) await new Promise(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { delays, sleep: sleep as never };
}

test("two pollers slow down while the database is unavailable, and log its outage and its recovery once", async () => {
  const log = createRecordingLog();
  const { delays, sleep } = createSleep(60);
  const poll = createPolling(log, sleep);
  let polls = 0;
  const work = async () => {
    polls++;
    if (polls > 10 && polls < 30) throw new Error("unavailable");
  };
  poll(work);
  poll(work);
  while (delays.length < 60) await new Promise((resolve) => setImmediate(resolve));
  expect(log.lines.map(({ level }) => level)).toEqual(["error", "info"]);
  expect(delays.slice(0, 10)).toEqual(Array(10).fill(1000));
  expect(Math.max(...delays)).toBe(10_000);
  expect(delays.slice(12, 18)).toEqual([4000, 4000, 8000, 8000, 10_000, 10_000]);
  expect(delays.slice(-10)).toEqual(Array(10).fill(1000));
});

test("stop resolves after the running poll has ended", async () => {
  let finish = () => {};
  let polls = 0;
  const polling = createPolling(createRecordingLog())(() => {
    polls++;
    return new Promise<void>((resolve) => (finish = resolve));
  });
  let isStopped = false;
  const stopPromise = polling.stop().then(() => (isStopped = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isStopped).toBe(false);
  finish();
  await stopPromise;
  expect(polls).toBe(1);
});
