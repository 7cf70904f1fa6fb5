import type { Locator } from "playwright";
import { describe, expect, test } from "vitest";
import { expectNoOverflow, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";

const { site, browser, data, open } = setUpSiteAndBrowser();

const readNewest = async () => (await readInbox(data))[0];

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  const phone = { javaScriptEnabled, viewport: { width: 360, height: 740 } };

  test("S28 a message with errors is returned with its values, and is received after it is corrected", async () => {
    const { page, complaints } = await open("/en/contact-us", phone);
    await page.getByLabel("Message").fill(`Hello\n<b>${javaScriptEnabled}</b>`);
    await page.getByLabel("Contact details").fill("no");
    await page.getByRole("button", { name: "Send message" }).click();
    const summary = page.getByRole("alert");
    await summary.getByRole("link", { name: "Name is required" }).waitFor();
    if (javaScriptEnabled) await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "alert");
    expect(await page.title()).toMatch(/^Error: /);
    await summary.getByRole("link", { name: /Enter a phone number/ }).click();
    const contact = page.getByLabel("Contact details");
    expect(await contact.getAttribute("aria-invalid")).toBe("true");
    expect(await contact.getAttribute("aria-describedby")).toBe("contact-hint contact-error");
    expect(await page.getByLabel("Message").inputValue()).toBe(`Hello\n<b>${javaScriptEnabled}</b>`);
    await expectNoOverflow(page);
    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("Contact details").fill("ada@example.com");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForURL("**/en/contact-us/received?reference=*");
    const reference = new URL(page.url()).searchParams.get("reference")!;
    await page.getByText(reference).waitFor();
    expect(await readNewest()).toMatchObject({ reference, kind: "guestbook", payload: { name: "Ada", locale: "en" } });
    expect(complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);
  });

  test("S28 three products are added to the list, changed, removed, and requested", async () => {
    const { page } = await browser.visit(site.origin, phone);
    for (const id of ["huang-qi", "dang-gui", "san-qi"]) {
      if (javaScriptEnabled) await openPage(page, `/product/info/${id}`);
      else await page.goto(`/product/info/${id}`);
      await page.getByRole("button", { name: "加入询价单" }).first().click();
      if (javaScriptEnabled) await page.getByText("已加入询价单").first().waitFor();
      else await page.waitForURL("**/quotation?added=0");
    }
    if (javaScriptEnabled) await page.getByRole("link", { name: "询价单，3 种" }).waitFor();
    await page.goto("/quotation");
    await page.getByLabel("姓名").fill("王伟");
    await page.getByLabel("当归的数量").fill("２５");
    await page.getByRole("button", { name: "移除三七" }).click();
    await page.getByText("询价单，2 种").first().waitFor();
    expect(await page.getByLabel("当归的数量").inputValue()).toBe("25");
    expect(await page.getByLabel("姓名").inputValue()).toBe("王伟");
    await page.getByLabel("黄芪的数量").fill("many");
    await page.getByLabel("联系方式").fill("13812345678");
    await page.getByRole("button", { name: "提交询价" }).last().click();
    await page
      .getByRole("alert")
      .getByRole("link", { name: /黄芪的数量请填/ })
      .waitFor();
    await expectNoOverflow(page);
    await page.getByLabel("黄芪的数量").fill("3");
    await page.getByRole("button", { name: "提交询价" }).last().click();
    await page.waitForURL("**/quotation/received?reference=*");
    const submission = await readNewest();
    expect(submission).toMatchObject({
      kind: "quotation",
      payload: { name: "王伟", contact: "13812345678", locale: "cn" },
    });
    expect(submission!.payload["items"]).toEqual([
      { id: "huang-qi", title: "黄芪", sku: "QG-P-0101", quantity: 3, unit: "kg", minimum: 20 },
      expect.objectContaining({ id: "dang-gui", title: "当归", quantity: 25 }),
    ]);
    await page.goto("/quotation");
    await page.getByText("询价单还是空的").waitFor();
  });
});

test("pressing Enter in a field of the quotation form sends the form", async () => {
  const { page } = await open("/en/quotation");
  await page.getByLabel("Name", { exact: true }).fill("Grace");
  await page.getByLabel("Contact details").fill("grace@example.com");
  await page.getByLabel("Contact details").press("Enter");
  await page.waitForURL("**/en/quotation/received?reference=*");
  expect((await readNewest())!.payload).toMatchObject({ name: "Grace", items: [] });
});

test("a double click on the send button sends the form once", async () => {
  const { page } = await open("/en/quotation");
  await page.getByLabel("Name", { exact: true }).fill("Hedy");
  await page.getByLabel("Contact details").fill("hedy@example.com");
  await page.getByRole("button", { name: "Send inquiry" }).dblclick();
  await page.waitForURL("**/en/quotation/received?reference=*");
  const names = (await readInbox(data)).map(({ payload }) => payload["name"]);
  expect(names.filter((name) => name === "Hedy")).toHaveLength(1);
});

test("S25 a product that another tab has added gets an information toast, and isn't added twice", async () => {
  const { page } = await open("/en/product/info/huang-qi");
  const otherTab = await page.context().newPage();
  await openPage(otherTab, "/en/product/info/huang-qi");
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  await page.getByRole("status").getByText("has been added").waitFor();
  await otherTab.getByRole("button", { name: "Add to inquiry" }).first().click();
  const toast = otherTab.getByRole("status").getByText("is already on your inquiry list");
  await toast.waitFor();
  expect(await toast.getAttribute("class")).toMatch(/\btoaster-info\b/);
  expect(await toast.evaluate((element) => element.getBoundingClientRect().top)).toBe(16);
  await toast.waitFor({ state: "detached" });
});

test("S25 the four types of toasts look different, and a lost connection is reported by a warning", async () => {
  const { page } = await open("/en/product/info/dang-gui");
  const getColour = (toast: Locator) => toast.evaluate((element) => getComputedStyle(element).borderInlineStartColor);
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  const success = page.getByRole("status").getByText("has been added");
  const colours = [await getColour(success)];
  await page.context().setOffline(true);
  const warning = page.getByRole("status").getByText("You’re offline");
  colours.push(await getColour(warning));
  expect(await warning.getAttribute("class")).toMatch(/\btoaster-warning\b/);
  for (const kind of ["info", "error"]) {
    await warning.evaluate((element, kind) => element.setAttribute("class", `toaster-toast toaster-${kind}`), kind);
    colours.push(await getColour(warning));
  }
  expect(new Set(colours).size).toBe(4);
  await page.context().setOffline(false);
});
