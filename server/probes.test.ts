import { expect, test } from "vitest";
import { computeReadiness } from "./probes.ts";

test.each([
  [{ isStopping: false }, true, []],
  [{ isStopping: true }, false, ["shutting down"]],
  [{ isStopping: false, database: "SqliteError" }, false, ["database: SqliteError"]],
  [{ isStopping: false, release: "no space" }, false, ["release: no space"]],
  [
    { isStopping: false, content: "2 mistakes (the last one is served)" },
    true,
    ["content: 2 mistakes (the last one is served)"],
  ],
  [{ isStopping: false, api: "gone" }, true, ["api: gone (pages are served from the cache)"]],
])("in the state %j the site is ready: %s, and the reasons are %j", (state, ready, reasons) => {
  expect(computeReadiness(state)).toEqual({ ready, reasons });
});
