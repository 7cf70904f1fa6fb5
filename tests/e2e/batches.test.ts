import { expect, test } from "vitest";
import { expectNoOverflow } from "../setup/browser.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { open } = setUpSharedSiteAndBrowser();

const phone = { width: 360, height: 740 };

test.concurrent.each([
  ["with", true],
  ["without", false],
])("%s JavaScript a number of a label is looked up from the page of a product", async (_name, javaScriptEnabled) => {
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
  await page.getByText("Show as a table").click();
  expect(await page.getByRole("row", { name: "Moisture ≤10.0% 8.1%" }).isVisible()).toBe(true);
  await expectNoOverflow(page);
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
  const certificate = await page.getByRole("link", { name: "HQ-2601 检验报告（PDF）" }).getAttribute("href");
  expect((await page.request.get(certificate!)).headers()["content-type"]).toBe("application/pdf");
});
