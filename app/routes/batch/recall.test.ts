import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectNoComplaints, renderRoute } from "#tests/setup/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/route-caller.ts";
import { testContent } from "#tests/setup/test-content.ts";
import { setUpTestFolder } from "#tests/setup/test-folder.ts";
import * as aboutUs from "../about-us/route.tsx";
import * as api from "../api/route.ts";
import * as feed from "../feed/route.ts";
import * as home from "../home/route.tsx";
import * as info from "../info/route.tsx";
import * as search from "../search/route.tsx";
import * as suggest from "../suggest/route.ts";
import * as batchLookup from "../batch-lookup/route.tsx";
import * as batch from "./route.tsx";

expectNoComplaints();

/** The tests' content, with a recall of its newest batch. */
const content = setUpTestFolder();
cpSync(testContent, content, { recursive: true });
const file = join(content, "batch/HQ-2601.yaml");
writeFileSync(
  file,
  `${readFileSync(file, "utf8")}recalled:
  date: 2026-11-20
  level: 2
  reason: { cn: 复检超出限度, en: A repeated test was outside the limit }
  advice: { cn: 请停止使用, en: Please stop using it }
`,
);
const caller = await setUpRouteCaller({}, content);

/** Sets the day; the batches are best before January 2028 and December 2027. */
const setDay = (day: string) => vi.setSystemTime(`${day}T12:00:00+08:00`);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  setDay("2026-11-26");
});
afterEach(() => void vi.useRealTimers());

const findMain = (html: string) => /<main.*<\/main>/s.exec(html)![0];

test("the page of a recalled batch begins with the recall, reason, advice and telephone, without a verdict", async () => {
  const html = await renderRoute(caller, batch, "/en/batch/HQ-2601");
  expect(html).toMatch(/<title>Recalled: /);
  expect(html).toContain('content="Recalled: A repeated test was outside the limit. Please stop using it"');
  expect(findMain(html)).toMatch(
    /<h1>Huang qi .*<h2 id="recall"><span data-state="recalled">Recalled<.*20 November 2026.*Class 2.*A repeated test was outside the limit.*Please stop using it.*The standard of the tests.*tel:/s,
  );
  expect(findMain(html)).not.toMatch(/within limits|Released ·|Add to inquiry/);
  expect(html).not.toContain('aria-label="Recalls"');
  const chinese = findMain(await renderRoute(caller, batch, "/batch/HQ-2601"));
  expect(chinese).toMatch(/<h1>黄芪.*已召回<.*2026年11月20日.*二级.*复检超出限度.*请停止使用/s);
});

test("a recall is marked in search results, suggestions and both feeds, and listed on the batch look-up", async () => {
  expect(findMain(await renderRoute(caller, search, "/en/search?q=HQ-26"))).toMatch(/Recalled<.*HQ-2601/s);
  const suggestions = await (await caller.load<Response>(suggest.loader, "/en/search/suggest?q=HQ-26")).text();
  expect(suggestions).toContain('"title":"Recalled: ');
  for (const [path, title] of [
    ["/rss.xml", "<title>已召回："],
    ["/en/rss.xml", "<title>Recalled: "],
  ] as const)
    expect(await (await caller.load<Response>(feed.loader, path)).text()).toContain(title);
  expect(findMain(await renderRoute(caller, batchLookup, "/en/batch"))).toMatch(/Recalls<.*\/en\/batch\/HQ-2601/s);
});

test("a product's page doesn't show a recalled batch as its latest tested one, but links to it for two years", async () => {
  const html = findMain(await renderRoute(caller, info, "/en/product/info/huang-qi"));
  expect(html).toMatch(/Latest tested batch.{0,80}No batch is both released/);
  expect(html).toMatch(/Recalled batches<.*\/en\/batch\/HQ-2601/s);
  expect(findMain(await renderRoute(caller, home, "/en"))).not.toContain("HQ-2601");
  setDay("2028-11-21");
  expect(await renderRoute(caller, info, "/en/product/info/huang-qi")).not.toContain("Recalled batches");
});

test("for ninety days after a recall every page names it below the header", async () => {
  const recallLine = /<\/header><aside[^>]* aria-label="Recalls".*\/en\/batch\/HQ-2601.*<\/aside>.*<main/s;
  setDay("2027-02-17");
  expect(await renderRoute(caller, aboutUs, "/en/about-us")).toMatch(recallLine);
  setDay("2027-02-18");
  expect(await renderRoute(caller, aboutUs, "/en/about-us")).not.toMatch(recallLine);
});

test("the page of an expired batch reports the expiry in place of the verdict", async () => {
  const renderMain = async () => findMain(await renderRoute(caller, batch, "/en/batch/HQ-2512"));
  setDay("2027-12-31");
  expect(await renderMain()).not.toContain("Past its best-before date");
  setDay("2028-01-01");
  const html = await renderMain();
  expect(html).toContain("Past its best-before date");
  expect(html).not.toMatch(/within limits|Released ·/);
});

test("API responses contain the state of a batch", async () => {
  const call = async (path: string) =>
    (await (await caller.load<Response>(api.loader, path)).json()) as { data: object };
  expect(await call("/api/batch/info?id=HQ-2601")).toMatchObject({
    data: { state: "recalled", recalled: { level: 2 } },
  });
  const { data } = (await call("/api/batch/list?recalled=1")) as { data: { rows: object[]; total: number } };
  expect(data).toMatchObject({ rows: [{ id: "HQ-2601", state: "recalled" }], total: 1 });
});
