import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { expectNoOverflow, open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { site, browser } = siteAndBrowser({ LOG_LEVEL: "warn", GUARDED_ROUTES: "/case/list/*" });

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds against WCAG 2.2 A and AA, each as its rule and where. */
async function violations(page: Page): Promise<string[]> {
  // By the debugger: the page's policy lets no script in, and is not to be weakened for a test.
  await page.evaluate(axe);
  const { violations: found } = (await page.evaluate(
    (tags) => (window as unknown as { axe: { run(options: object): unknown } }).axe.run({ runOnly: tags }),
    rules,
  )) as AxeResults;
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id} ${target.join(" ")}`));
}

const paths = [
  ...["/", "/about-us", "/contact-us", "/quotation", "/login", "/search", "/search?q=%E9%BB%84%E8%8A%AA"],
  ...["/news/list", "/prescription/list", "/product/list", "/product/list?keyword=nothing", "/service/list"],
  ...["/product/info/huang-qi", "/prescription/info/gui-zhi-tang", "/nothing-here", "/case/list"],
];

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  test.each(["", "/en"])(
    "no page below %j breaks a rule",
    async (prefix) => {
      const { page, close } = await browser.visit(site.origin, { colorScheme, reducedMotion: "reduce" });
      const found: string[] = [];
      for (const path of paths) {
        await page.goto(prefix && path === "/" ? prefix : prefix + path);
        found.push(...(await violations(page)));
      }
      expect(found).toEqual([]);
      await close();
    },
    90_000,
  );

  test("nor does a form that came back, an open menu, or the sheet of a phone", async () => {
    const { page, close } = await browser.visit(site.origin, { colorScheme, reducedMotion: "reduce" });
    await open(page, "/en/contact-us");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("alert").waitFor();
    const found = await violations(page);
    await page.getByRole("button", { name: "Open the menu below Products" }).click();
    found.push(...(await violations(page)));
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/");
    await page.getByRole("link", { name: "菜单" }).click();
    found.push(...(await violations(page)));
    await open(page, "/quotation");
    await page.getByRole("button", { name: "发送询价" }).last().click();
    await page.getByRole("alert").waitFor();
    found.push(...(await violations(page)));
    expect(found).toEqual([]);
    await close();
  }, 60_000);
});

test.each([
  ["320 pixels", { viewport: { width: 320, height: 640 } }],
  ["twice the size", { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
])(
  "with %s nothing stands out of any page",
  async (_name, options) => {
    const { page, close } = await browser.visit(site.origin, options);
    for (const path of paths.flatMap((one) => [one, `/en${one === "/" ? "" : one}`])) {
      await page.goto(path);
      await expectNoOverflow(page);
    }
    await close();
  },
  90_000,
);

test("what reads the page aloud hears one heading of the first level, and the language that is written", async () => {
  const { page, close } = await browser.visit(site.origin);
  for (const path of paths.flatMap((one) => [one, `/en${one === "/" ? "" : one}`])) {
    await page.goto(path);
    expect(await page.locator("h1").count(), path).toBe(1);
    expect(await page.locator("html").getAttribute("lang"), path).toBe(path.startsWith("/en") ? "en-US" : "zh-CN");
    expect(await page.locator("main, [role=main]").count(), path).toBe(1);
  }
  await close();
}, 60_000);
