import { expect, test } from "vitest";
import { computeReadiness } from "./probes.ts";

test.each([
  [{ isStopping: false }, true, []],
  [{ isStopping: true }, false, ["shutting down"]],
  [{ isStopping: false, database: "SqliteError" }, false, ["database: SqliteError"]],
  [
    { isStopping: false, content: "2 mistakes (the last one is served)" },
    true,
    ["content: 2 mistakes (the last one is served)"],
  ],
  [{ isStopping: false, api: "gone" }, true, ["api: gone (pages are served from the cache)"]],
])("the readiness of %j", (state, ready, reasons) => {
  expect(computeReadiness(state)).toEqual({ ready, reasons });
});
