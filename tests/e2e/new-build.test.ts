import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, startBrowser } from "../setup/browser.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

/** A copy of the site, for builds of its own. */
const folder = mkdtempSync(join(tmpdir(), "builds-"));
const port = String(25_000 + (process.pid % 3000));
let site: RunningSite;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  const left = new Set(["node_modules", ".git", "data", ".react-router", "tests"]);
  for (const name of readdirSync(".").filter((one) => !left.has(one))) {
    cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  [site, browser] = await Promise.all([start(), startBrowser()]);
});
afterAll(async () => {
  await browser.stop();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start() {
  return startSite({ DATA_DIR: join(folder, "data"), PORT: port, LOG_LEVEL: "warn" }, folder);
}

/** Changes what every page shows, builds that, and starts it in the place of the one before. */
async function deploy(word: string): Promise<void> {
  const file = join(folder, "app/components/layout/site-footer.tsx");
  const source = readFileSync(file, "utf8").replace(/<footer( data-build="\w+")?/, `<footer data-build="${word}"`);
  writeFileSync(file, source);
  await site.stop();
  site = await start();
}

const isMarked = (page: Page) => page.evaluate(() => "marked" in window);
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const footerLink = (page: Page, name: string) => page.getByRole("contentinfo").getByRole("link", { name });

test("an open tab goes through three builds: no error page, a reload each at most, and what was written is kept", async () => {
  const { page, complaints, close } = await browser.visit(site.origin);
  let loads = 0;
  page.on("load", () => loads++);
  await open(page, "/contact-us");
  await page.getByLabel("内容").fill("写了一半的留言");
  await mark(page);

  await deploy("B");
  // The tab is looked at again: it asks which build is the latest.
  const asked = page.waitForResponse("**/builds/latest.json?*");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await asked).finished();
  await footerLink(page, "关于我们").click();
  await page.waitForURL("**/about-us");
  await page.locator('footer[data-build="B"]').waitFor({ state: "attached" });
  expect(await isMarked(page)).toBe(false);
  expect(loads).toBe(2);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("#content")?.value === "写了一半的留言");
  await open(page, "/contact-us");
  expect(await page.getByLabel("内容").inputValue()).toBe("写了一半的留言");

  // The next build comes without the tab knowing: what it needs of its own build is still there.
  await deploy("C");
  loads = 0;
  await mark(page);
  await footerLink(page, "服务").click();
  await page.waitForURL("**/service/list");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await isMarked(page)).toBe(true);

  // The new page takes the focus once it is drawn: what is typed before would lose it.
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");

  // Of a build that is long gone nothing is there: the page that was wanted is loaded whole.
  for (const name of readdirSync(join(folder, "build/client/assets")).filter((one) => one.startsWith("search-"))) {
    rmSync(join(folder, "build/client/assets", name));
  }
  await page.evaluate(() => sessionStorage.clear());
  await page.getByRole("searchbox").first().fill("黄芪");
  await page.getByRole("searchbox").first().press("Enter");
  await page.waitForURL("**/search?q=*");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await isMarked(page)).toBe(false);
  expect(loads).toBe(1);
  expect(complaints.filter((one) => /^[45]\d\d /.test(one) && !one.includes("/assets/search-"))).toEqual([]);
  await close();
}, 90_000);
