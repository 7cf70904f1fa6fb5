import type { Request } from "playwright";
import { expect, test } from "vitest";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

/**
 * Bytes as they are sent, in brotli, and requests. The framework's chunk (React, its router, i18next) is given; what the
 * site adds to it, and what a page without pictures asks for, is ours. Plates are lazy: how many come depends on the window.
 */
const budgets = { framework: 110_000, own: 25_000, stylesheet: 10_000, document: 15_000, requestsBesidePictures: 16 };

test.each(["/", "/en/product/list", "/en/contact-us", "/quotation", "/prescription/info/gui-zhi-tang"])(
  "a first visit of %s stays within the budgets, and nothing comes from elsewhere",
  async (path) => {
    const { page, close } = await browser.visit(site.origin);
    const requests: Request[] = [];
    page.on("requestfinished", (request) => requests.push(request));
    await page.goto(path, { waitUntil: "networkidle" });
    expect(requests.map((request) => request.url()).filter((url) => !url.startsWith(site.origin))).toEqual([]);
    const sizes = { framework: 0, own: 0, stylesheet: 0, document: 0, requestsBesidePictures: 0 };
    for (const request of requests) {
      const kind = kindOf(request);
      if (kind) sizes[kind] += (await request.sizes()).responseBodySize;
      if (request.resourceType() !== "image") sizes.requestsBesidePictures++;
    }
    for (const name of Object.keys(budgets) as (keyof typeof budgets)[]) {
      expect.soft(sizes[name], name).toBeLessThanOrEqual(budgets[name]);
    }
    // Something was measured: a name that has changed would make a budget hold by nothing.
    expect(Math.min(...Object.values(sizes))).toBeGreaterThan(0);
    console.log(`first visit of ${path}: ${JSON.stringify(sizes)}, ${requests.length} requests`);
    await close();
  },
);

function kindOf(request: Request): "framework" | "own" | "stylesheet" | "document" | undefined {
  const type = request.resourceType();
  if (type === "script") return request.url().includes("/assets/framework-") ? "framework" : "own";
  return type === "stylesheet" || type === "document" ? type : undefined;
}
