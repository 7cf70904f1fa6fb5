import { expect, test } from "vitest";
import { delayUntilRetry } from "./backoff.ts";

const calm = { random: () => 0 };
const hour = 3_600_000;

test.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [10, 2_560_000],
  [11, hour],
  [99, hour],
])("after try %i it waits %i ms", (attempts, delay) => {
  expect(delayUntilRetry(attempts, 0, calm)).toBe(delay);
});

test("what failed together doesn't come together again", () => {
  expect(delayUntilRetry(1, 0, { random: () => 1 })).toBe(6000);
});

test("it waits as it is asked to, an hour at most", () => {
  expect(delayUntilRetry(1, 0, { ...calm, retryAfter: 60_000 })).toBe(60_000);
  expect(delayUntilRetry(1, 0, { ...calm, retryAfter: 99 * hour })).toBe(hour);
});

test("after a day it is tried every six hours, for as long as it takes", () => {
  expect(delayUntilRetry(30, 24 * hour - 1, calm)).toBe(hour);
  for (const age of [24 * hour, 1000 * 24 * hour]) expect(delayUntilRetry(3000, age, calm)).toBe(6 * hour);
  expect(delayUntilRetry(30, 48 * hour, { ...calm, retryAfter: 12 * hour })).toBe(12 * hour);
  expect(delayUntilRetry(30, 48 * hour, { ...calm, retryAfter: 99 * hour })).toBe(24 * hour);
});
