import { chromium, type Browser, type Locator, type Page } from "playwright";
import { openPage } from "../setup/browser.ts";
import { createChromiumLaunch } from "../setup/chromium.ts";

/** A phone with 400 kbit/s, a latency of 400 ms, and a quarter of this processor's speed. */
const phone = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;

/** The measured taps: from a list to an item, and from that item to another. */
const steps = ["list to item", "item to item"] as const;
const roundCount = 7;

/** Taps the links on each site in turn. @returns milliseconds until the page is painted, by step and site */
export async function measureTaps(origins: Record<string, string>): Promise<Record<string, Record<string, number[]>>> {
  const browser = await chromium.launch(await createChromiumLaunch());
  const times: Record<string, Record<string, number[]>> = {};
  for (let round = 0; round < roundCount; round++)
    for (const [name, origin] of Object.entries(origins))
      for (const [index, time] of (await visit(browser, origin)).entries())
        ((times[steps[index]!] ??= {})[name] ??= []).push(time);
  await browser.close();
  return times;
}

async function visit(browser: Browser, baseURL: string): Promise<number[]> {
  const context = await browser.newContext({ ...phone, baseURL, locale: "zh-CN" });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.emulateNetworkConditions", network);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await openPage(page, "/product/list");
  const times = [await measureTap(page), await measureTap(page)];
  await context.close();
  return times;
}

async function measureTap(page: Page): Promise<number> {
  const { pathname } = new URL(page.url());
  const link = page
    .locator(`main a[href^="/product/info/"]:not([href="${pathname}"])`)
    .filter({ visible: true })
    .first();
  await link.scrollIntoViewIfNeeded();
  // Wait until pictures and deferred scripts have loaded, and the previous page has faded out.
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(2500);
  return tap(page, link);
}

async function tap(page: Page, link: Locator): Promise<number> {
  const time = await page.evaluateHandle(() => {
    const title = document.querySelector("h1")!.textContent;
    let start = 0;
    addEventListener("touchstart", ({ timeStamp }) => (start = timeStamp), { once: true, capture: true });
    return {
      untilPainted: new Promise<number>((resolve) => {
        const watchTitle = () => {
          if (document.querySelector("h1")?.textContent === title) return requestAnimationFrame(watchTitle);
          return setTimeout(() => resolve(performance.now() - start));
        };
        watchTitle();
      }),
    };
  });
  await link.tap();
  return time.evaluate(({ untilPainted }) => untilPainted);
}
