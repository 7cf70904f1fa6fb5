import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openPage, setUpBrowser } from "#tests/setup/browser/browser.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

const browser = setUpBrowser();
const backend = await setUpBackend();
const site = setUpSite(() => ({ API_BASE_URL: backend.origin }));

test("three products that are added quickly are all on one list, even with a slow backend", async () => {
  backend.responders.set("/api/product/info", async (request) => {
    await sleep(500 * Math.random());
    return backend.api(request);
  });
  const { page } = await browser.visit(site.origin);
  const listIds = new Set<string>();
  page.on("response", async (response) => {
    const cookie = (await response.headerValue("Set-Cookie").catch(() => "")) ?? "";
    const [, id] = /inquiry=([\da-f-]{36})/.exec(cookie) ?? [];
    if (id) listIds.add(id);
  });
  await openPage(page, "/product/list");
  const buttons = page.getByRole("main").getByRole("button", { name: "加入询价单" });
  // The buttons are pressed within one turn of the event loop, as by a person who taps three cards before the first
  // response.
  await buttons.evaluateAll((all) => all.slice(0, 3).forEach((button) => (button as HTMLButtonElement).click()));
  await expect.poll(() => page.getByRole("main").getByRole("link", { name: "已加入" }).count()).toBe(3);
  await page.reload();
  await expect.poll(() => page.getByRole("main").getByRole("link", { name: "已加入" }).count()).toBe(3);
  await openPage(page, "/quotation");
  expect(await page.locator('input[name="item"]').count()).toBe(3);
  expect(listIds.size).toBe(1);
});
