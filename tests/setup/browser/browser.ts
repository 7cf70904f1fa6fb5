import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { getMissingBrowserReason } from "./chromium.ts";

/** Below the tests' own limit, so that a failure names what was waited for. Long, because a machine may be busy. */
export const browserTimeoutMs = 100_000;

type Visit = {
  page: Page;
  /** Messages of the browser: console errors and warnings, exceptions, failed requests. */
  complaints: string[];
  close(): Promise<void>;
};

type OpenVisit = (origin: string, options?: BrowserContextOptions) => Promise<Visit>;

/**
 * Returns a browser for the tests of a file. If this machine has no browser, the tests are skipped. Call it at the top
 * of the file. A visit ends with its test. The visits of concurrent tests end with the file, unless the test closes
 * them. If the browser crashes, only the tests of this file fail.
 */
export function setUpBrowser(): { visit: OpenVisit } {
  let browser: Browser | undefined;
  const launch = inject("chromiumLaunch");
  const closeVisits = async () => void (await Promise.all((browser?.contexts() ?? []).map(closeContext)));
  beforeAll(async () => {
    if (launch) browser = await chromium.launch(launch);
  });
  beforeEach(async ({ skip }) => {
    if (!launch) return skip(getMissingBrowserReason());
    // After a crash, the next test gets a new browser.
    if (!browser?.isConnected()) browser = await chromium.launch(launch);
  });
  afterEach(({ task }) => (task.concurrent ? undefined : closeVisits()));
  afterAll(async () => {
    await closeVisits();
    await browser?.close();
  });
  return { visit: (origin, options) => visit(browser!, origin, options) };
}

async function visit(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, locale: "zh-CN", ...options });
  context.setDefaultTimeout(browserTimeoutMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { page, complaints, close: () => closeContext(context) };
}

async function closeContext(context: BrowserContext): Promise<void> {
  // Ignores errors, because requests that a test has routed may still be in flight.
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}

/** Navigates to a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("nav[data-enhanced]").waitFor({ state: "attached" });
}

/** Holds the page's requests for these addresses. @returns a function that lets them continue */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, (route) => promise.then(() => route.continue()));
  return resolve;
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, page.url()).toBeLessThanOrEqual(window!);
}
