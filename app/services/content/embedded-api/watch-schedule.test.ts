import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchSchedule } from "./schedule.ts";

const hour = 60 * 60 * 1000;

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

/** Creates the schedule of an index whose items change at these times. */
function createSchedule(...changes: number[]) {
  return { getNextChange: () => changes.find((change) => change > Date.now()) ?? Infinity };
}

test("the listener is called once for each change, at its time, however far away it is", () => {
  const heard: number[] = [];
  const start = Date.now();
  watchSchedule(createSchedule(start + 500, start + 30 * 24 * hour), () => heard.push(Date.now() - start));
  vi.advanceTimersByTime(31 * 24 * hour);
  expect(heard).toEqual([500, 30 * 24 * hour]);
});

test("without scheduled items there is no timer", () => {
  watchSchedule(createSchedule(), () => expect.unreachable());
  expect(vi.getTimerCount()).toBe(0);
});

test("a timer that fires slightly early doesn't notify before the time of the change", () => {
  const heard: number[] = [];
  const start = Date.now();
  let earlyMs = 1;
  const clock = () => Date.now() - earlyMs;
  watchSchedule(
    { getNextChange: () => (clock() < start + 500 ? start + 500 : Infinity) },
    () => heard.push(clock()),
    clock,
  );
  vi.advanceTimersByTime(500);
  earlyMs = 0;
  vi.advanceTimersByTime(500);
  expect(heard.every((time) => time >= start + 500)).toBe(true);
  expect(heard).toHaveLength(1);
});
