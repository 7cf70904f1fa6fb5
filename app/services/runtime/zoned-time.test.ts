import { expect, test } from "vitest";
import { formatZonedTime } from "./zoned-time.ts";

test.each([
  ["Asia/Shanghai", "2026-11-21T16:30:00Z", "2026-11-22 00:30 GMT+08:00"],
  ["UTC", "2026-11-21T16:30:00Z", "2026-11-21 16:30 GMT+00:00"],
  ["Europe/Berlin", "2026-07-21T16:30:00Z", "2026-07-21 18:30 GMT+02:00"],
  ["Europe/Berlin", "2026-11-21T16:30:00Z", "2026-11-21 17:30 GMT+01:00"],
])("in %s %s is %s", (timeZone, time, expected) => {
  expect(formatZonedTime(new Date(time), timeZone)).toBe(expected);
});
