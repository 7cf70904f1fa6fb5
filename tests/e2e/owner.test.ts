import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPreviews } from "../../app/services/content/embedded-api/previews.ts";
import { localizePath } from "../../app/i18n/urls.ts";
import { setUpBrowser, expectNoOverflow, openPage } from "../setup/browser.ts";
import type { RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

const secret = "a-secret-for-the-tests";
const { content, start, dispose } = createSiteFolder();
let site: RunningSite;
const browser = setUpBrowser();

beforeAll(async () => {
  appendFileSync(join(content, "product/dang-gui/item.yaml"), "\ndraft: true\n");
  appendFileSync(join(content, "redirects.yaml"), "- from: /old/huangqi.html\n  to: /product/info/huang-qi\n");
  site = await start({ PREVIEW_SECRET: secret });
});
afterAll(async () => {
  await site.stop();
  dispose();
});

const proof = createPreviews(secret).createProof("product", "dang-gui", new Date(Date.now() + 60 * 60 * 1000));
const note = { cn: /^预览：/, en: /^Preview: / } as const;

describe.each(["cn", "en"] as const)("%s", (locale) => {
  const draft = localizePath("/product/info/dang-gui", locale);

  test("a preview shows a note and fits a phone, and links from it lead to public pages", async () => {
    const { page, complaints, close } = await browser.visit(site.origin, { viewport: { width: 320, height: 700 } });
    await openPage(page, `${draft}?preview=${proof}`);
    await expectNoOverflow(page);
    expect(await page.getByRole("note").innerText()).toMatch(note[locale]);
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = document.querySelector<HTMLAnchorElement>("main nav li:nth-child(2) a")!.href;
      link.id = "on";
      document.querySelector("main")!.append(link);
      link.textContent = "on";
    });
    await page.locator("#on").click();
    await page.waitForURL((url) => url.pathname === localizePath("/product/list", locale));
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("note").waitFor({ state: "detached" });
    await page.goBack();
    await page.getByRole("note").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("a preview is the same without script", async () => {
    const { page, close } = await browser.visit(site.origin, { javaScriptEnabled: false });
    await page.goto(`${draft}?preview=${proof}`);
    expect(await page.getByRole("note").innerText()).toMatch(note[locale]);
    await page.goto(draft);
    expect(await page.locator("main").innerText()).toContain(`Page Not Found: ${draft}`);
    await close();
  });

  test("a link to an old URL is redirected, with and without script", async () => {
    const oldPath = localizePath("/old/huangqi.html?from=weixin", locale);
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await browser.visit(site.origin, { javaScriptEnabled });
      if (javaScriptEnabled) {
        await openPage(page, localizePath("/about-us", locale));
        await page.evaluate((address) => {
          (window as { isSameDocument?: boolean }).isSameDocument = true;
          // Old links occur in the text of an editor.
          const text = document.querySelector('main [class*="rich-text"]')!;
          text.insertAdjacentHTML("afterbegin", `<a id="old" href="${address}">old</a>`);
        }, oldPath);
        await page.locator("#old").click();
      } else await page.goto(oldPath);
      await page.waitForURL((url) => url.pathname === localizePath("/product/info/huang-qi", locale));
      expect(new URL(page.url()).search).toBe("?from=weixin");
      await page.locator("h1").waitFor();
      const wasKept =
        javaScriptEnabled && (await page.evaluate(() => (window as { isSameDocument?: boolean }).isSameDocument));
      expect(wasKept).toBe(javaScriptEnabled);
      await close();
    }
  });
});
