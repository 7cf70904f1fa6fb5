import { expect, test } from "vitest";
import { expectNoOverflow, holdRequests } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

/** The site with its shipped content. */
const { site, browser } = setUpSiteAndBrowser({}, ".");

const phone = { width: 360, height: 740 };

test.each([true, false])(
  "a formula is ordered in doses, and each quantity is explained (script: %s)",
  async (javaScriptEnabled) => {
    const { page, complaints } = await browser.visit(site.origin, { viewport: phone, javaScriptEnabled });
    await page.goto("/en/prescription/info/bu-zhong-yi-qi-tang");
    const main = page.getByRole("main");
    // The formula's source is visible without scrolling.
    const source = main.locator("dd").first();
    expect((await source.boundingBox())!.y).toBeLessThan(740);
    await main.getByRole("textbox", { name: "Amount" }).fill("2000");
    await main.getByRole("button", { name: "Add to inquiry" }).click();
    await page.waitForURL(/\/en\/quotation\?added=0$/);
    const rowOf = (name: string) => main.locator("fieldset tbody", { hasText: name });
    expect(await rowOf("Huang qi").locator('input[name="quantity"]').inputValue()).toBe("36");
    expect(await rowOf("Huang qi").innerText()).toContain("needs 36 kg");
    expect(await rowOf("Dang gui").innerText()).toMatch(/needs 6 kg[^]*This is below the minimum order/);
    const message = main.getByRole("textbox", { name: "Anything else" });
    expect(await message.inputValue()).toMatch(
      /^We need the herbs for .*, 2,000 doses\.\nNot in your catalogue: .*Sheng ma/,
    );
    await expectNoOverflow(page);
    // The explanation of a quantity stays when the list is updated.
    await rowOf("Dang gui").locator('input[name="quantity"]').fill("5");
    await main.getByRole("button", { name: "Update" }).click();
    await rowOf("Dang gui").getByText("This is below the minimum order").waitFor();
    expect(await rowOf("Dang gui").innerText()).toMatch(/needs 6 kg[^]*This is below the minimum order/);
    if (javaScriptEnabled) {
      // The typed text stays, before the text that the site writes about each formula.
      await message.fill("To Hamburg, please.");
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem("inputs.quotation"))).toContain("Hamburg");
      await page.goto("/en/prescription/info/gui-zhi-tang");
      await main.getByRole("button", { name: "Add to inquiry" }).click();
      await page.waitForURL(/\/en\/quotation\?added=0$/);
      await expect
        .poll(() => message.inputValue())
        .toMatch(
          /^To Hamburg, please\.\nWe need the herbs for .*, 2,000 doses\.[^]*We need the herbs for Cinnamon Twig/,
        );
    }
    expect(complaints).toEqual([]);
  },
);

/** Opens a form that the site has filled in. The page's scripts arrive when `sendScripts` is called. */
async function openFormWithoutScripts() {
  const { page, complaints } = await browser.visit(site.origin, { viewport: phone });
  await page.goto("/en/prescription/info/bu-zhong-yi-qi-tang");
  await page.getByRole("main").getByRole("button", { name: "Add to inquiry" }).click();
  await page.waitForURL(/\/en\/quotation\?added=0$/);
  const sendScripts = await holdRequests(page, "**/entry.client-*.js");
  await page.reload({ waitUntil: "commit" });
  return { page, complaints, sendScripts, message: page.getByRole("textbox", { name: "Anything else" }) };
}

test("text typed before the scripts have loaded stays, also in fields that the site has filled in", async () => {
  const { page, sendScripts, message } = await openFormWithoutScripts();
  await page.evaluate(() => sessionStorage.clear());
  await message.fill("To Hamburg, please.");
  sendScripts();
  // Waits for hydration. Before it, only the typed text is saved. After it, the form saves all its controls.
  const listSaved = () =>
    page.evaluate(() => Object.keys(JSON.parse(sessionStorage.getItem("inputs.quotation") ?? "{}")));
  await expect.poll(async () => (await listSaved()).length).toBeGreaterThan(1);
  expect(await message.inputValue()).toBe("To Hamburg, please.");
});

test("the Update button sends the form as it is when the button is pressed, without text typed later", async () => {
  const { page, complaints } = await browser.visit(site.origin, { viewport: phone });
  await page.goto("/en/prescription/info/bu-zhong-yi-qi-tang");
  await page.getByRole("main").getByRole("button", { name: "Add to inquiry" }).click();
  await page.waitForURL(/\/en\/quotation\?added=0$/);
  const request = page.waitForRequest(/quotation\.data\?added=0$/);
  // Presses the button just after hydration, when sending is delayed and the form saves all its controls.
  await page.evaluate(async () => {
    const isHydrated = () => (sessionStorage.getItem("inputs.quotation") ?? "").includes("contact");
    while (!isHydrated()) await new Promise(requestAnimationFrame);
    document.querySelector<HTMLElement>('[value="update"]')!.click();
    document.querySelector("textarea")!.value = "To Hamburg, please.";
  });
  expect((await request).postData()).toMatch(/intent=update.*message=We\+need\+the\+herbs/);
  expect(complaints).toEqual([]);
});

test("text typed during hydration stays", async () => {
  const { page, complaints, sendScripts, message } = await openFormWithoutScripts();
  await message.fill("To");
  // Continues typing as soon as the text is saved for the first time, because hydration is scheduled at that moment.
  await message.evaluate((field: HTMLTextAreaElement) => {
    sessionStorage.clear();
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...item) {
      Storage.prototype.setItem = setItem;
      this.setItem(...item);
      queueMicrotask(() => {
        field.value = "To Hamburg, please.";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
    };
  });
  sendScripts();
  const readDraft = () => page.evaluate(() => sessionStorage.getItem("inputs.quotation") ?? "");
  await expect.poll(readDraft).toContain("company");
  expect(await message.inputValue()).toBe("To Hamburg, please.");
  expect(await readDraft()).toContain("To Hamburg, please.");
  expect(complaints).toEqual([]);
});

test("a formula's picture shows the herbs' names and dose bars; at a width of 64 px only the bars", async () => {
  const { page } = await browser.visit(site.origin, { viewport: phone });
  await page.goto("/prescription/list");
  const picture = page.getByRole("main").locator("article ul").first();
  const [name, bar] = [picture.locator("span").nth(1), picture.locator("svg").first()];
  expect(await name.isVisible()).toBe(true);
  expect(await picture.locator("svg").count()).toBeGreaterThan(2);
  // No name overlaps the dose or the bar of its row.
  const overlaps = await page
    .getByRole("main")
    .locator("article li")
    .evaluateAll((herbs) =>
      herbs.flatMap((herb) => {
        const [name, dose, bar] = [...herb.children].slice(2).map((part) => part.getBoundingClientRect());
        return name!.right > dose!.left || name!.bottom > bar!.top + 1 ? [herb.textContent] : [];
      }),
    );
  expect(overlaps).toEqual([]);
  await picture.evaluate((list) => (list.parentElement!.style.width = "64px"));
  expect(await name.isVisible()).toBe(false);
  expect(await bar.isVisible()).toBe(true);
  expect((await bar.boundingBox())!.width).toBeGreaterThan(20);
});

test.each(["/product/list?view=sheet", "/en/product/list?view=sheet"])(
  "the order sheet %s fits into every window, and prints on two pages",
  async (path) => {
    const { page } = await browser.visit(site.origin, { javaScriptEnabled: false });
    await page.goto(path);
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page);
      // No text is cut.
      const cutTexts = await page
        .locator("tbody td:not(:first-child), tbody td > span")
        .evaluateAll((parts) =>
          parts.flatMap((part) =>
            part.scrollHeight > part.clientHeight + 1 && part.clientHeight > 1 ? [part.textContent] : [],
          ),
        );
      expect(cutTexts).toEqual([]);
    }
    // A batch with a long state makes no column wider.
    const heads = page.getByRole("main").locator("thead th");
    const measureWidths = () => heads.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
    const widths = await measureWidths();
    await page.locator("tbody [data-state]").evaluateAll(([mark]) => (mark!.textContent = "尚未放行 ".repeat(8)));
    expect(await measureWidths()).toEqual(widths);
    const quantities = page.getByRole("main").locator('input[name="quantity"]');
    expect(await quantities.count()).toBe(34);
    const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await quantities.nth(2).fill("40");
    await page.getByRole("main").locator("summary").click();
    await page.getByRole("main").locator("textarea").fill("QG-P-0101\t25\n黄芪 15.5kg\nQG-X-1001 2");
    await page
      .getByRole("main")
      .getByRole("button", { name: /加入询价单|Add to inquiry/ })
      .click();
    await page.waitForURL(/\/quotation\?check=1$/);
    const listQuantities = () =>
      page
        .locator('[name="quantity"]:not([type="hidden"])')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(await listQuantities()).toEqual(["40", "25", "16"]);
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page);
    }
    await page.locator('button[value="pasted"]').click();
    await page.waitForURL(/\/quotation\?added=2&left=1$/);
    expect(await listQuantities()).toEqual(["40", "41"]);
    expect(await page.getByText("QG-X-1001 2").textContent()).toBe("QG-P-0101\t25\n黄芪 15.5kg\nQG-X-1001 2");
  },
);

test("the order sheet has low rows, sums up the quantities, and keeps them when the list is filtered", async () => {
  const { page } = await browser.visit(site.origin, {});
  await page.goto("/product/list?view=sheet");
  const main = page.getByRole("main");
  for (const [width, height] of [
    [360, 120],
    [768, 56],
    [1440, 56],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await main.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(height);
  }
  const sum = main.locator("#sheet-sum");
  await main.locator("#sheet-bai-shao").fill("40");
  await main.locator("#sheet-huang-qi").fill("95");
  await expect.poll(() => sum.innerText()).toBe("已填 2 味 · 135 kg");
  await main.locator("#sheet-bai-shao").fill("2吨");
  await expect.poll(() => sum.innerText()).toBe("已填 2 味 · 2,095 kg");
  await main.locator("#sheet-bai-shao").fill("约 2");
  await expect.poll(() => sum.innerText()).toBe("已填 2 味 · 95 kg + 约 2");
  const field = main.locator("#numbers");
  const openField = () => main.getByText("粘贴采购清单").click();
  await openField();
  await field.fill("QG-P-9999 5");
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("QG-P-9999 5");
  await openField();
  await field.fill("");
  await main.locator("#sheet-bai-shao").fill("40");
  await main.locator("[name=keyword]").fill("黄芪");
  await main.getByRole("button", { name: "筛选" }).click();
  await expect.poll(() => sum.innerText()).toBe("已填 1 味 · 95 kg · 另有 1 味不在此列");
  await main.getByRole("button", { name: "加入询价单" }).click();
  await page.waitForURL(/\/quotation\?added=2$/);
});
