import { expect, test } from "vitest";
import { readinessOf } from "./probes.ts";

test.each([
  [{ isStopping: false }, true, []],
  [{ isStopping: true }, false, ["shutting down"]],
  [{ isStopping: false, database: "SqliteError" }, false, ["database: SqliteError"]],
  [{ isStopping: false, api: "gone" }, true, ["api: gone (pages are served from the cache)"]],
])("%j", (state, ready, reasons) => {
  expect(readinessOf(state)).toEqual({ ready, reasons });
});
