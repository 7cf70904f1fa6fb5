import { register } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { createRecordingLog } from "#tests/setup/recording-log.ts";
import { createFairQueue } from "#app/services/runtime/fair-queue.ts";
import { createSharedPages } from "./shared-pages.ts";

// Another test file of the same worker may have registered the gauges.
beforeEach(() => register.clear());

test.each([
  ["public, max-age=0, s-maxage=30, stale-if-error=86400", "Cookie", "public", 60_000],
  ["public, max-age=0, s-maxage=5", "Accept-Language, Cookie", "public", 5000],
  ["private, no-store", "Cookie", "private", 0],
  ["no-store", "Cookie", "shared", 0],
  // The key is independent of what a browser accepts.
  ["public, max-age=0, s-maxage=30", "Accept", "private", 60_000],
  ["public, max-age=0, s-maxage=30", "*", "private", 60_000],
])("a page with %s that varies by %s is %s, and fresh for %i ms", async (control, vary, audience, maxAge) => {
  const headers = { "Cache-Control": control, Vary: vary, "Content-Type": "text/html" };
  const pages = createSharedPages({
    site: { render: async () => new Response("page", { headers }) },
    origin: undefined,
    headers: {},
    log: createRecordingLog(),
    maxBytes: 100_000,
    renders: createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1, maxWaitMs: 1000 }),
  });
  const { value } = await pages.fetch("/a", { requestId: "id", sender: "s" });
  expect([value.audience, value.maxAge]).toEqual([audience, maxAge]);
  expect(pages.size().pages).toBe(audience === "public" ? 1 : 0);
});
