import { expect, test } from "vitest";
import { computeRetryDelay } from "./backoff.ts";

const withoutJitter = { random: () => 0 };
const hourMs = 3_600_000;

test.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [10, 2_560_000],
  [11, hourMs],
  [99, hourMs],
])("after attempt %i, the delay is %i ms", (attempts, delay) => {
  expect(computeRetryDelay(attempts, 0, withoutJitter)).toBe(delay);
});

test("jitter lengthens the delay by at most a fifth", () => {
  expect(computeRetryDelay(1, 0, { random: () => 1 })).toBe(6000);
});

test("Retry-After is honoured up to an hour", () => {
  expect(computeRetryDelay(1, 0, { ...withoutJitter, retryAfter: 60_000 })).toBe(60_000);
  expect(computeRetryDelay(1, 0, { ...withoutJitter, retryAfter: 99 * hourMs })).toBe(hourMs);
});

test("an overdue delivery is retried every six hours forever, and Retry-After is honoured up to a day", () => {
  expect(computeRetryDelay(30, 24 * hourMs - 1, withoutJitter)).toBe(hourMs);
  for (const age of [24 * hourMs, 1000 * 24 * hourMs])
    expect(computeRetryDelay(3000, age, withoutJitter)).toBe(6 * hourMs);
  expect(computeRetryDelay(30, 48 * hourMs, { ...withoutJitter, retryAfter: 12 * hourMs })).toBe(12 * hourMs);
  expect(computeRetryDelay(30, 48 * hourMs, { ...withoutJitter, retryAfter: 99 * hourMs })).toBe(24 * hourMs);
});
