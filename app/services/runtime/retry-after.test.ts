import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  [null, 0],
  ["2", 2000],
  ["0", 0],
  ["Thu, 01 Jan 2026 00:00:05 GMT", 5000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["soon", 0],
  ["99999999", 2_147_483_647],
])("Retry-After %j is %i ms", (header, milliseconds) => {
  expect(parseRetryAfter(header, now)).toBe(milliseconds);
});
