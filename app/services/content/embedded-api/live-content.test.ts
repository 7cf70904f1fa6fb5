import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WriteHandlers } from "#app/services/api/contract/calls/writes.ts";
import { compileContent } from "#app/services/content/compile/compile.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { openContentIndex } from "./content-index.ts";
import { openLiveContent } from "./live-content.ts";

// The name has special characters of URLs, because SQLite opens the index by its URL.
const folder = join(setUpTestFolder(), "live #1 50%? ");
mkdirSync(folder);

const [firstIndex, secondIndex] = ["one.sqlite", "other.sqlite"].map((name) => join(folder, name)) as [string, string];
const { source } = await readContentFolder(testContent);
compileContent(source, firstIndex);
compileContent({ ...source, items: [...source.items].filter(({ kind }) => kind !== "news") }, secondIndex);

/** Functions that end the session look-ups of calls, so that the test decides when a look-up ends. */
const endLookups: (() => void)[] = [];
const isLoggedIn = () => new Promise<boolean>((done) => endLookups.push(() => done(true)));
const open = () =>
  openLiveContent(firstIndex, {
    guardedRoutes: ["/news/*"],
    writes: { handlers: {} as WriteHandlers, isLoggedIn },
  });
const createListRequest = (headers: HeadersInit = {}) => new Request("http://site.invalid/api/news/list", { headers });
const readTotal = async (response: Response) =>
  ((await response.json()) as { data: { total: number } | null }).data?.total;

test("a call that runs while the content is replaced uses the old content, and the next call the new content", async () => {
  const live = open();
  const call = () => live.embeddedApi(createListRequest({ Authorization: "Bearer token" }));
  const running = [call(), call()];
  live.replace(secondIndex);
  running.push(call());
  for (const endLookup of endLookups) endLookup();
  const [first, second, next] = await Promise.all(running.map(async (response) => readTotal(await response)));
  expect(first).toBeGreaterThan(0);
  expect([second, next]).toEqual([first, 0]);
});

test("content that can't be opened doesn't replace the current content", async () => {
  const live = open();
  const brokenFile = join(folder, "broken.sqlite");
  writeFileSync(brokenFile, "no database");
  expect(() => live.replace(brokenFile)).toThrow();
  expect(live.getIndex().list("news", "cn", { page: 1, pageSize: 1, sort: "newest" })?.total).toBeGreaterThan(0);
});

test("the index is read without locks, so a lock of another process doesn't block it", () => {
  const other = new DatabaseSync(firstIndex);
  other.exec("BEGIN EXCLUSIVE");
  const index = openContentIndex(firstIndex);
  expect(index.getCategories("product", "cn")).not.toEqual([]);
  index.close();
  other.close();
});

test("the search indexes of new content and of its public part are loaded before the first search", async () => {
  const createKeywordSearch = vi.fn();
  vi.doMock("#app/services/content/search/keyword-search.ts", () => ({ createKeywordSearch }));
  onTestFinished(() => vi.doUnmock("#app/services/content/search/keyword-search.ts"));
  vi.useFakeTimers();
  const live = open();
  live.start(() => {});
  live.replace(secondIndex);
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  await expect.poll(() => createKeywordSearch.mock.calls).toHaveLength(2);
});
