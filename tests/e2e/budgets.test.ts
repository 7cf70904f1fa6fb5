import type { Request } from "playwright";
import { describe, expect, test } from "vitest";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

/**
 * What a first visit may cost, in bytes as they are sent (brotli) and files. Scripts are meant to be 125 KB: decision 50 says
 * what the libraries cost as they are. Styles (20 KB) and page (30 KB) have a good deal of room, and are held closer to what
 * they are. Lazy pictures aren't counted: browsers fetch as many of them ahead as they like.
 */
const budgets = { script: 133_000, stylesheet: 10_000, document: 15_000, files: 20 };

const windows = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
const pages = [
  "/",
  "/en",
  "/product/list",
  "/en/prescription/list",
  "/prescription/info/gui-zhi-tang",
  "/en/product/info/huang-qi",
  "/news/list",
  "/about-us",
  "/en/contact-us",
  "/quotation",
  "/login",
  "/search?q=%E6%A1%82%E6%9E%9D",
];

describe.each(Object.entries(windows))("on a %s", (_name, viewport) => {
  test.each(pages)("a first visit of %s stays within the budgets, and nothing comes from elsewhere", async (path) => {
    const { page, close } = await browser.visit(site.origin, { viewport });
    const requests: Request[] = [];
    page.on("requestfinished", (request) => requests.push(request));
    await page.goto(path, { waitUntil: "networkidle" });
    // What is asked for twice, as the logo is for the tab, is sent once.
    const files = new Map(requests.map((request) => [request.url(), request]));
    expect([...files.keys()].filter((url) => !url.startsWith(site.origin))).toEqual([]);
    const lazy = await page.$$eval('img[loading="lazy"]', (images) =>
      images.map((one) => (one as HTMLImageElement).currentSrc),
    );
    const sizes = {
      script: 0,
      stylesheet: 0,
      document: 0,
      files: files.size - lazy.filter((url) => files.has(url)).length,
    };
    for (const request of files.values()) {
      const kind = request.resourceType();
      if (isMeasured(kind)) sizes[kind] += (await request.sizes()).responseBodySize;
    }
    for (const name of Object.keys(budgets) as (keyof typeof budgets)[]) {
      expect.soft(sizes[name], name).toBeLessThanOrEqual(budgets[name]);
      // Something was measured: a name that has changed would make a budget hold by nothing.
      expect(sizes[name], name).toBeGreaterThan(0);
    }
    console.log(`first visit of ${path}: ${JSON.stringify(sizes)}`);
    await close();
  });
});

function isMeasured(kind: string): kind is "script" | "stylesheet" | "document" {
  return kind === "script" || kind === "stylesheet" || kind === "document";
}
