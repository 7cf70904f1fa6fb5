import { expect, test } from "vitest";
import { expectNoOverflow, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { open } = setUpSiteAndBrowser();

test("a draft survives a change of language, going back and a reload, and is deleted once the form is received", async () => {
  const { page } = await open("/contact-us");
  await page.getByLabel("姓名").fill("王伟");
  await page.getByLabel("内容").fill("写了一半");
  await page.getByRole("link", { name: "English" }).click();
  await page.waitForURL("**/en/contact-us");
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("#content")?.value === "写了一半");
  await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).click();
  // The address changes before the page does. Without this wait, the old form would still be there after going back.
  await page.getByRole("heading", { level: 1, name: "About us" }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("#content")?.value === "写了一半");
  await page.getByLabel("Contact details").fill("13812345678");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.waitForURL("**/en/contact-us/received?reference=*");
  await page.getByRole("heading", { level: 1, name: "Message received" }).waitFor();
  // The heading reports the receipt, so no toast repeats it.
  expect(await page.getByRole("status").allTextContents()).not.toContain("Message received");
  await openPage(page, "/en/contact-us");
  expect(await page.getByLabel("Message").inputValue()).toBe("");
});

test("a typed quantity survives a change of language and a reload, unless the list has changed since", async () => {
  const { page, complaints } = await open("/product/info/huang-qi");
  await page.getByRole("button", { name: "加入询价单" }).first().click();
  await page.getByRole("link", { name: "询价单，1 种" }).waitFor();
  await openPage(page, "/quotation");
  await page.getByLabel("黄芪的数量").fill("75");
  await page.getByRole("link", { name: "English" }).click();
  await page.waitForURL("**/en/quotation");
  const quantity = page.getByLabel(/^Quantity of/);
  await expect.poll(() => quantity.inputValue()).toBe("75");
  await quantity.fill("7");
  await page.reload();
  // The hint belongs to the restored quantity.
  await page.getByText("This is below the minimum order of 20 kg").waitFor();
  expect(await quantity.inputValue()).toBe("7");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Your inquiry list is empty").waitFor();
  await openPage(page, "/en/product/info/huang-qi");
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  await page.getByRole("link", { name: "Inquiry list, 1 item" }).waitFor();
  await openPage(page, "/en/quotation");
  expect(await quantity.inputValue()).toBe("20");
  expect(complaints).toEqual([]);
});

test("a product on the list has a link to the list instead of the button, until the list is sent", async () => {
  const { page } = await open("/en/product/info/huang-qi", { viewport: { width: 360, height: 740 }, hasTouch: true });
  const button = page.getByRole("main").getByRole("button", { name: "Add to inquiry" });
  const link = page.getByRole("main").getByRole("link", { name: "In your list · view" });
  await button.tap();
  await link.waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "In your list · view");
  await page.getByRole("link", { name: "Inquiry list, 1 item" }).waitFor();
  await page.reload();
  await link.click();
  await page.waitForURL("**/en/quotation");
  await page.getByLabel("Name", { exact: true }).fill("Grace");
  await page.getByLabel("Contact details").fill("grace@example.com");
  await page.getByRole("button", { name: "Send inquiry" }).last().click();
  await page.waitForURL("**/en/quotation/received?reference=*");
  await openPage(page, "/en/product/info/huang-qi");
  await button.waitFor();
  expect(await link.count()).toBe(0);
});

test("the minimum order is preselected, and a smaller quantity shows a hint while the visitor types, on a small phone", async () => {
  const { page, complaints } = await open("/en/product/info/huang-qi", { viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  await page.getByRole("link", { name: "Inquiry list, 1 item" }).first().waitFor();
  await openPage(page, "/en/quotation");
  const quantity = page.getByLabel(/^Quantity of/);
  expect(await quantity.inputValue()).toBe("20");
  const readDescription = () =>
    quantity.evaluate((input) => document.getElementById(input.getAttribute("aria-describedby")!)!.textContent);
  expect(await readDescription()).toBe("Min. 20 kg");
  await quantity.fill("３");
  expect(await readDescription()).toMatch(/^This is below the minimum order of 20 kg/);
  await expectNoOverflow(page);
  await quantity.fill("20");
  expect(await readDescription()).toBe("Min. 20 kg");
  expect(complaints).toEqual([]);
});

test("a browser without cookies is told why a product isn't added", async () => {
  const { page } = await open("/en/product/info/huang-qi");
  await page.evaluate(() => Object.defineProperty(navigator, "cookieEnabled", { value: false }));
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  await page.getByText("Not added: your browser").waitFor();
  await page.goto("/en/quotation?added=2");
  await page.getByText("If you have just added items").waitFor();
});

test("adding one product to the inquiry list doesn't mark another one as added, and the first one stays marked", async () => {
  const { page } = await open("/product/info/huang-qi");
  await page.getByRole("button", { name: "加入询价单" }).click();
  await page.getByRole("link", { name: "已在询价单" }).waitFor();
  await page.getByRole("main").locator('a[rel="prev"]').click();
  await page.waitForURL((url) => !url.pathname.endsWith("huang-qi"));
  await page.getByRole("button", { name: "加入询价单" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("inquiry"))).toBe('["huang-qi"]');
  await page.goBack();
  await page.getByRole("link", { name: "已在询价单" }).waitFor();
});
