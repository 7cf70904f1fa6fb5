import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright";
import { expect } from "vitest";
import { chromiumLaunch } from "./chromium.ts";

export type Visit = {
  page: Page;
  /** Everything that the browser complained about: console errors, exceptions, violated policies, failed requests. */
  complaints: string[];
  close(): Promise<void>;
};

/** Starts a browser; `visit` opens a page of its own, as a visitor of a kind. */
export async function startBrowser(): Promise<{
  visit(origin: string, options?: BrowserContextOptions): Promise<Visit>;
  stop(): Promise<void>;
}> {
  const browser: Browser = await chromium.launch(await chromiumLaunch());
  return {
    async visit(origin, options = {}) {
      const context = await browser.newContext({ baseURL: origin, locale: "zh-CN", ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("response", (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
      });
      const close = async () => {
        // What a test has routed may still be on its way.
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await context.close();
      };
      return { page, complaints, close };
    },
    stop: () => browser.close(),
  };
}

/** Waits until the page's script has taken over. */
async function hydrated(page: Page): Promise<void> {
  await page.locator("nav[data-enhanced]").waitFor({ state: "attached" });
}

/** Goes to a page and waits for its script. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Nothing stands out beyond the right edge. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, page.url()).toBeLessThanOrEqual(window!);
}
