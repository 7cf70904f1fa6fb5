import { expect, test } from "vitest";
import { expectNoOverflow } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { open } = setUpSharedSiteAndBrowser();

const phone = { width: 360, height: 740 };

test.concurrent.each([
  ["with", true],
  ["without", false],
])("%s JavaScript a label's batch number is looked up from a product's page", async (_name, javaScriptEnabled) => {
  const { page } = await open("/en/product/info/huang-qi", { javaScriptEnabled, viewport: phone });
  const field = page.getByLabel("Batch number on the label");
  await field.fill("hq 2699");
  await field.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Batch not found" }).waitFor();
  expect(await field.inputValue()).toBe("hq 2699");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const message = page.locator(`#${await field.getAttribute("aria-describedby")}`);
  expect(await message.textContent()).toMatch(/^There is no batch “hq 2699”/);
  await expectNoOverflow(page);

  await field.fill("hq-2601");
  await page.getByRole("button", { name: "Look up" }).click();
  await page.waitForURL("**/en/batch/HQ-2601");
  await page.getByRole("heading", { level: 1, name: "HQ-2601" }).waitFor();
  const row = page.getByRole("row", { name: "Moisture ≤10.0% 8.1% Within" });
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(56);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(42);
  const code = page.getByRole("img", { name: "QR code that opens the page of batch HQ-2601" });
  expect(
    await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(100);
});

test.concurrent("the QR code and the certificate can be downloaded", async () => {
  const { page } = await open("/batch/HQ-2601");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "下载二维码" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("HQ-2601.svg");
  await page.getByRole("link", { name: "检验报告 HQ-2601", exact: true }).click();
  const certificate = await page.getByRole("link", { name: "检验报告（PDF）" }).getAttribute("href");
  expect((await page.request.get(certificate!)).headers()["content-type"]).toBe("application/pdf");
});

test.concurrent.each([
  ["with", true],
  ["without", false],
])("%s JavaScript the batches of a delivery note are looked up at once", async (_name, javaScriptEnabled) => {
  const { page } = await open("/en/batch", { javaScriptEnabled, viewport: phone });
  await page.getByText("Several batches on a delivery note?").click();
  const field = page.getByLabel("Batch numbers, up to 50");
  await field.fill("hq2601\nHQ-2512、XX-1");
  await page.getByRole("button", { name: "Look up all" }).click();
  await page.getByRole("heading", { level: 1, name: "Batches on your delivery note" }).waitFor();
  expect(await page.getByRole("rowheader").allTextContents()).toEqual(["HQ-2512", "hq2601 read as HQ-2601", "XX-1"]);
  expect(await page.getByRole("columnheader").count()).toBe(6);
  await expectNoOverflow(page);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("row").first().isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Ask about the numbers that were not found" }).click();
  await page.waitForURL(/\/en\/contact-us\?about=batch/);
  expect(await page.getByLabel("Subject").inputValue()).toBe("Batch XX-1");
  await page.goBack();
  await page.getByRole("link", { name: "hq2601" }).click();
  await page.waitForURL("**/en/batch/HQ-2601");
});

test.concurrent(
  "a batch's first actions are the certificate and the contact link; the inquiry button follows",
  async () => {
    const { page } = await open("/batch/HQ-2601", { viewport: phone });
    const main = page.getByRole("main");
    const tops = [];
    for (const name of ["检验报告 HQ-2601", "询问这一批"]) {
      const link = main.getByRole("link", { name });
      expect(await link.isVisible()).toBe(true);
      tops.push((await link.boundingBox())!.y);
    }
    // The certificate and the contact link are on the first screen.
    expect(Math.max(...tops)).toBeLessThan(phone.height - 40);
    expect((await main.getByRole("button", { name: "加入询价单" }).boundingBox())!.y).toBeGreaterThan(phone.height);
  },
);

test.concurrent(
  "without JavaScript the small picture of a certificate links to its pages, which fit a phone and a printed sheet",
  async () => {
    const { page } = await open("/batch/HQ-2601", { javaScriptEnabled: false, viewport: phone });
    const smallPicture = page.getByRole("link", { name: "HQ-2601 检验报告" });
    const { y, height } = (await smallPicture.boundingBox())!;
    expect(y + height).toBeLessThan(phone.height);
    await smallPicture.click();
    await page.waitForURL("**/batch/HQ-2601/certificate");
    const picture = page.getByRole("img", { name: "第 1 页，共 1 页" });
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(phone.width);
    await expectNoOverflow(page);
    const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  },
);

test.concurrent.each(["/", "/en"])("%s: on a phone the batch look-up follows the first advert", async (path) => {
  const { page } = await open(path, { viewport: phone });
  const sections = page.locator("main section");
  expect(await sections.nth(1).locator('input[name="number"]').count()).toBe(1);
});
