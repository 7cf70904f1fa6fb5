import { expect, test } from "vitest";
import { countDays, getBatchState, getDay } from "./batch-state.ts";

const releaseDay = "2025-12-15";

test.each([
  [{ released: releaseDay, bestBefore: "2027-12" }, "2027-12-31", "released"],
  [{ released: releaseDay, bestBefore: "2027-12" }, "2028-01-01", "expired"],
  [{ released: releaseDay, bestBefore: "2027-12-05" }, "2027-12-04", "released"],
  [{ released: releaseDay, bestBefore: "2027-12-05" }, "2027-12-05", "released"],
  [{ released: releaseDay, bestBefore: "2027-12-05" }, "2027-12-06", "expired"],
  [{ released: releaseDay, bestBefore: "2027" }, "2028-01-01", "expired"],
  [{ released: releaseDay, bestBefore: "2027-12", recalled: {} }, "2028-01-01", "recalled"],
  [{ released: releaseDay }, "2025-12-14", "unreleased"],
  [{ released: releaseDay }, "2025-12-15", "released"],
  [{ bestBefore: "2027-12" }, "2026-01-01", "unreleased"],
  [{ bestBefore: "2027-12", state: "released" }, "2026-01-01", "released"],
  [{ bestBefore: "2027-12", state: "released" }, "2028-01-01", "expired"],
  // A backend's state may replace the dates, but a past `bestBefore` outranks `outside`.
  [{ released: releaseDay, bestBefore: "2027-12", state: "expired" }, "2026-01-01", "expired"],
  [{ released: releaseDay, bestBefore: "2027-12", state: "recalled" }, "2028-01-01", "recalled"],
  [{ released: releaseDay, bestBefore: "2027-12", state: "outside" }, "2026-01-01", "outside"],
  [{ released: releaseDay, bestBefore: "2027-12", state: "outside" }, "2028-01-01", "expired"],
] as const)("the state of the batch %j on %s is %s", (batch, today, state) => {
  expect(getBatchState(batch, today)).toBe(state);
});

test("a day begins at midnight in the given time zone", () => {
  const time = Date.parse("2026-11-26T17:00:00Z");
  expect([getDay(time, "Asia/Shanghai"), getDay(time, "Europe/London")]).toEqual(["2026-11-27", "2026-11-26"]);
  const midnight = Date.parse("2026-11-27T16:00:00Z");
  expect([-1, 0].map((ms) => getDay(midnight + ms, "Asia/Shanghai"))).toEqual(["2026-11-27", "2026-11-28"]);
  expect(countDays("2026-11-26", "2027-02-24")).toBe(90);
});

test("a released batch with a result outside its limit is outside, wherever its state is asked", () => {
  const results = [{ test: "水分", limit: "≤10.0%", result: "12.1%" }];
  expect(getBatchState({ released: releaseDay, results }, "2026-01-01")).toBe("outside");
  expect(getBatchState({ results }, "2026-01-01")).toBe("unreleased");
});
