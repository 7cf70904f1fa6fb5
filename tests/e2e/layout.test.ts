import { expect, test } from "vitest";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

const phone = { viewport: { width: 360, height: 780 }, javaScriptEnabled: false };
const desktop = { viewport: { width: 1440, height: 900 }, javaScriptEnabled: false };

test("a photo is cropped to fill its frame, and a plate isn't cropped", async () => {
  const { page } = await browser.visit(site.origin, phone);
  await page.goto("/product/list");
  const fits = await page
    .locator("main article img")
    .evaluateAll((images) =>
      images.map((image) => [image.hasAttribute("srcset"), getComputedStyle(image).objectFit].join(" ")),
    );
  expect(new Set(fits)).toEqual(new Set(["true cover", "false contain"]));
});

test("on a phone products are in two columns, and cases and services in one, next to their plates", async () => {
  const { page } = await browser.visit(site.origin, phone);
  for (const [path, columns] of [
    ["/product/list", 2],
    ["/case/list", 1],
    ["/en/service/list", 1],
  ] as const) {
    await page.goto(path);
    const leftEdges = await page
      .locator("main article")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
    expect(new Set(leftEdges).size, path).toBe(columns);
    const [text, picture] = await page.evaluate(() =>
      ["h2", "img"].map((part) => document.querySelector(`main article ${part}`)!.getBoundingClientRect()),
    );
    expect(text!.left > picture!.right, path).toBe(columns === 1);
  }
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/product/list");
  expect((await page.locator("main article img").first().boundingBox())!.height).toBeLessThan(320);
});

test("the text of a product follows its facts, and the links follow its picture", async () => {
  const { page } = await browser.visit(site.origin, desktop);
  for (const path of ["/product/info/dan-shen", "/product/info/bai-shao", "/en/product/info/huang-qi-extract"]) {
    await page.goto(path);
    const { gap, side } = await page.evaluate(() => {
      const getBox = (selector: string) => document.querySelector(`main ${selector}`)!.getBoundingClientRect();
      const after = getBox('[class*="after"]');
      return {
        gap: getBox('[class*="info-main"]').top - getBox('form[action$="/quotation"]').bottom,
        side: [after.top > getBox("header img").bottom, after.right < getBox('[class*="info-main"]').left],
      };
    });
    expect(gap, path).toBeLessThan(64);
    expect([path, ...side]).toEqual([path, true, true]);
  }
});

test("a test's name has the same width as its scale", async () => {
  const { page } = await browser.visit(site.origin, phone);
  await page.goto("/en/batch/HQ-2601");
  const rows = await page
    .locator("main li:has(> strong)")
    .evaluateAll((tests) => tests.map(({ children }) => children[0]!.getBoundingClientRect().width));
  expect(Math.min(...rows)).toBeGreaterThan(300);
});

test("no heading touches the pictures below it", async () => {
  const { page } = await browser.visit(site.origin, desktop);
  await page.goto("/prescription/info/gui-zhi-tang");
  const heading = (await page.getByRole("heading", { name: "图片" }).boundingBox())!;
  const pictures = (await page.locator("section:has(> h2:text-is('图片')) ul").boundingBox())!;
  expect(pictures.y - heading.y - heading.height).toBeGreaterThan(8);
});

test("a long plain page has a table of contents that links to its sections", async () => {
  const { page } = await browser.visit(site.origin, desktop);
  await page.goto("/page/quality");
  const contents = page.getByRole("navigation", { name: "目录" });
  const links = await contents.getByRole("link").all();
  expect(links.length).toBe(4);
  for (const link of links) {
    const heading = page.locator((await link.getAttribute("href"))!);
    expect(await heading.textContent()).toBe(await link.textContent());
  }
  const article = (await page.locator("main article").boundingBox())!;
  expect((await contents.boundingBox())!.x).toBeLessThan(article.x);
});
