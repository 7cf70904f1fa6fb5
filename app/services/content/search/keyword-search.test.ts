import { DatabaseSync, type StatementSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { openContentIndex } from "#app/services/content/embedded-api/content-index.ts";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { createSchedule } from "#app/services/content/embedded-api/schedule.ts";
import { QueueFullError } from "#app/services/runtime/fair-queue.ts";
import { compileFolder } from "#tests/setup/content/compiled-content.ts";
import { createKeywordSearch } from "./keyword-search.ts";

const index = openContentIndex(await compileFolder());
const search = (keyword: string, network: string, signal?: AbortSignal) =>
  index.search("product", "cn", { keyword, page: 1, pageSize: 12, sort: "newest" }, { network, signal });

/** Creates slow keywords: all words must be corrected, in several turns of the event loop. */
const createHostileKeywords = (network: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${network}${number} 黄芪 桂支 白术术 茯令`);

test("a sender's search doesn't wait for another sender's earlier searches", async () => {
  const endedSenders: string[] = [];
  const run = (word: string, sender: string) => search(word, sender).then(() => endedSenders.push(sender));
  const first = createHostileKeywords("a", 20).map((word) => run(word, "a"));
  await Promise.all([...first, ...createHostileKeywords("b", 2).map((word) => run(word, "b"))]);
  expect(endedSenders.slice(0, 5).filter((sender) => sender === "b")).toHaveLength(2);
});

test("the lists of a page share one search, which doesn't delay other senders' searches", async () => {
  const endedSenders: string[] = [];
  const run = (word: string, sender: string) => search(word, sender).then(() => endedSenders.push(sender));
  const others = createHostileKeywords("c", 20).map((word) => run(word, "c"));
  const sameSearches = Array.from({ length: 8 }, () => run("黄芪 x9", "c"));
  await run("黄芪 x9", "d");
  expect(endedSenders.length).toBeLessThan(5);
  await Promise.all([...others, ...sameSearches]);
});

test("searches whose callers have all left never run", async () => {
  const database = new DatabaseSync(await compileFolder(), { readOnly: true });
  const schedule = createSchedule(database, Date.now);
  const prepare = vi.spyOn(database, "prepare");
  const searchIn = await createKeywordSearch(database, schedule);
  const place = prepare.mock.calls.findIndex(([sql]) => sql === "SELECT item FROM hidden");
  // Each search requests the hidden items once, so these calls count the searches.
  const runs = vi.spyOn(prepare.mock.results[place]!.value as StatementSync, "all");
  const controller = new AbortController();
  const run = (keyword: string, signal?: AbortSignal) =>
    searchIn("product", "cn", { keyword, page: 1, pageSize: 12, sort: "newest" }, { network: "e", signal });
  const running = run("当归 e0");
  const left = Promise.allSettled(createHostileKeywords("e", 50).map((word) => run(word, controller.signal)));
  const last = run("当归 e1");
  controller.abort(new Error("left"));
  expect((await left).every(({ status }) => status === "rejected")).toBe(true);
  await Promise.all([running, last]);
  expect(runs).toHaveBeenCalledTimes(2);
  database.close();
});

test("beyond a hundred waiting searches, a sender gets a 503, and others are served", async () => {
  const searches = Promise.allSettled(createHostileKeywords("f", 110).map((word) => search(word, "203.0.113.9")));
  const api = createEmbeddedApi(index);
  const call = (network: string) =>
    api(new Request("http://site.test/api/product/list?keyword=甘草+f"), { address: network, network });
  const refusedResponse = await call("203.0.113.9");
  expect([refusedResponse.status, refusedResponse.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect((await call("203.0.113.10")).status).toBe(200);
  const reasons = (await searches).flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  expect(reasons.length).toBeGreaterThan(5);
  expect(reasons.every((reason) => reason instanceof QueueFullError)).toBe(true);
});
