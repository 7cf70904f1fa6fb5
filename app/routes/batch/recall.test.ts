import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as aboutUs from "#app/routes/about-us/route.tsx";
import * as info from "#app/routes/info/route.tsx";
import { createEditedContent } from "#tests/setup/content/content-copy.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as batch from "./route.tsx";

expectNoComplaints();

/** The tests' content, with a recall of its newest batch. */
const content = createEditedContent({
  "batch/HQ-2601.yaml": (text) => `${text}recalled:
  date: 2026-11-20
  level: 2
  reason: { cn: 复检超出限度, en: A repeated test was outside the limit }
  advice: { cn: 请停止使用, en: Please stop using it }
`,
});
const caller = await setUpRouteCaller({}, content);

const setDay = (day: string) => vi.setSystemTime(`${day}T12:00:00+08:00`);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  setDay("2026-11-26");
});
afterEach(() => void vi.useRealTimers());

const findMain = (html: string) => /<main.*<\/main>/s.exec(html)![0];

test("the page of a recalled batch begins with the recall, reason, advice and telephone, without a verdict", async () => {
  const html = await renderRoute(caller, batch, "/en/batch/HQ-2601");
  expect(html).toMatch(/<title>Recalled \(class 2\): /);
  expect(html).toContain('content="Recalled (class 2): A repeated test was outside the limit. Please stop using it"');
  expect(findMain(html)).toMatch(
    /<h1>Huang qi .*<h2 id="recall"><span data-state="recalled">Recalled<.*20 November 2026.*Class 2.*A repeated test was outside the limit.*Please stop using it.*The standard of the tests.*tel:/s,
  );
  expect(findMain(html)).not.toMatch(/within limits|Within|Outside|<circle|Released ·|Add to inquiry/);
  expect(html).not.toContain('aria-label="Recalls"');
  const chinese = findMain(await renderRoute(caller, batch, "/batch/HQ-2601"));
  expect(chinese).toMatch(/<h1>黄芪.*已召回<.*2026年11月20日.*二级.*复检超出限度.*请停止使用/s);
});

test("a product's page links to a recalled batch for two years", async () => {
  for (const [day, isLinked] of [
    ["2028-11-18", true],
    ["2028-11-19", false],
  ] as const) {
    setDay(day);
    const html = findMain(await renderRoute(caller, info, "/en/product/info/huang-qi"));
    expect([day, /Recalled batches<.*\/en\/batch\/HQ-2601/s.test(html)]).toEqual([day, isLinked]);
  }
});

test("a product's page links to a batch recalled in class 1 until its best-before date", async () => {
  const urgent = createEditedContent({
    "batch/HQ-2601.yaml": (text) =>
      `${text.replace("bestBefore: 2028-01", "bestBefore: 2029-06")}recalled:
  { date: 2026-11-20, level: 1, reason: { cn: 只有中文 }, advice: { cn: 停用, en: Stop } }
`,
  });
  const site = await createRouteCaller({}, urgent);
  onTestFinished(() => site.dispose());
  for (const [day, isLinked] of [
    ["2029-06-30", true],
    ["2029-07-01", false],
  ] as const) {
    setDay(day);
    const html = findMain(await renderRoute(site, info, "/en/product/info/huang-qi"));
    expect([day, /Recalled batches<.*\/en\/batch\/HQ-2601/s.test(html)]).toEqual([day, isLinked]);
  }
  const page = findMain(await renderRoute(site, batch, "/en/batch/HQ-2601"));
  expect(page).toMatch(/lang="zh-CN">只有中文<.*lang="en(?:-US)?">Stop</s);
});

test("for ninety days after a recall every page names it below the header", async () => {
  const recallLine =
    /<\/header><aside class="[^"]* no-print" aria-label="Recalls".*\/en\/batch\/HQ-2601.*<\/aside>.*<main/s;
  setDay("2027-02-17");
  expect(await renderRoute(caller, aboutUs, "/en/about-us")).toMatch(recallLine);
  setDay("2027-02-18");
  expect(await renderRoute(caller, aboutUs, "/en/about-us")).not.toMatch(recallLine);
});
