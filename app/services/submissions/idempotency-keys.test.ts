import { expect, test } from "vitest";
import { deriveIdempotencyKeys, isIdempotencyKey, duplicateWindowMs } from "./idempotency-keys.ts";

const payload = { content: "a" };

test("equal content from the same sender has the same key in a time window, and as the previous key in the next window", () => {
  const now = 5 * duplicateWindowMs;
  const [first] = deriveIdempotencyKeys("guestbook", payload, "1.2.3.4", now);
  expect(deriveIdempotencyKeys("guestbook", payload, "1.2.3.4", now + 1000)[0]).toBe(first);
  expect(deriveIdempotencyKeys("guestbook", payload, "1.2.3.4", now + duplicateWindowMs)[1]).toBe(first);
  expect(deriveIdempotencyKeys("guestbook", payload, "1.2.3.5", now)[0]).not.toBe(first);
  expect(deriveIdempotencyKeys("guestbook", { content: "b" }, "1.2.3.4", now)[0]).not.toBe(first);
  expect(deriveIdempotencyKeys("quotation", payload, "1.2.3.4", now)[0]).not.toBe(first);
});

test("only values in the form of the page's keys are keys", () => {
  expect(isIdempotencyKey("0f8fad5b-d9cb-469f-a165-70867728950e")).toBe(true);
  for (const invalidKey of [null, "", "short", "a b c d e f g h i j k", "x".repeat(65)])
    expect(isIdempotencyKey(invalidKey)).toBe(false);
});
