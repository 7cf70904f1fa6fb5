import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright";
import sharp from "sharp";
import { chromiumLaunch } from "../setup/chromium.ts";
import { startSite } from "../setup/running-site.ts";

/**
 * `npm run screenshots [-- WORD]`: every screen on three widths, in both languages and themes, into
 * `tests/artifacts/screens`; with a word, those whose name has it. Then the contact sheet of the README, from some of them.
 */
const target = join("tests", "artifacts", "screens");
const sheetFile = join("docs", "screens", "contact-sheet.png");
const widths = [360, 820, 1440];

type Screen = { name: string; path: string; prepare?: (page: Page) => Promise<unknown> };

/** Presses the last button of a form that sends it. */
const send = (page: Page) => page.locator('main form[method="post"] button[class*="primary"]').last().click();
const fill = async (page: Page) => {
  await page.locator("#name").fill("王伟");
  await page.locator("#contact").fill("13812345678");
  const text = page.locator("#content, #message");
  await text.fill("黄芪 50 公斤，合肥收货，三月前要，另请附一份检验报告。");
};

const screens: Screen[] = [
  { name: "home", path: "/" },
  { name: "about", path: "/about-us" },
  { name: "contact", path: "/contact-us" },
  { name: "contact-errors", path: "/contact-us", prepare: send },
  { name: "contact-received", path: "/contact-us", prepare: (page) => fill(page).then(() => send(page)) },
  { name: "quotation-empty", path: "/quotation" },
  { name: "quotation-filled", path: "/product/info/huang-qi", prepare: addAndFill },
  { name: "login", path: "/login" },
  { name: "search", path: "/search?q=%E9%BB%84%E8%8A%AA" },
  ...["news", "prescription", "product", "case", "service"].map((kind) => ({
    name: `${kind}-list`,
    path: `/${kind}/list`,
  })),
  { name: "list-empty", path: "/product/list?keyword=%E7%8B%AC%E8%A7%92%E5%85%BD" },
  { name: "list-last", path: "/product/list?page=3" },
  { name: "product", path: "/product/info/huang-qi" },
  { name: "prescription", path: "/prescription/info/gui-zhi-tang" },
  { name: "not-found", path: "/nothing-here" },
  { name: "menu", path: "/product/list", prepare: openMenu },
];

/** Screens of the contact sheet: name, width, theme. */
const shownOnSheet = [
  ...["home-1440-cn-light", "prescription-1440-cn-light", "product-list-1440-en-dark", "product-1440-en-light"],
  ...["home-360-cn-light", "prescription-360-cn-dark", "quotation-filled-360-cn-light", "menu-360-en-light"],
];

const [word = ""] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), "screens-"));
const site = await startSite({ DATA_DIR: data, LOG_LEVEL: "warn", TRUST_PROXY: "127.0.0.1" });
const browser = await chromium.launch(await chromiumLaunch());
mkdirSync(target, { recursive: true });
let visitors = 0;
for (const screen of screens) {
  for (const width of widths) {
    for (const locale of ["cn", "en"]) {
      for (const theme of ["light", "dark"] as const) {
        const name = [screen.name, width, locale, theme].join("-");
        if (name.includes(word)) await take(browser, screen, { name, width, locale, theme });
      }
    }
  }
}
await browser.close();
await site.stop();
rmSync(data, { recursive: true, force: true });
if (word === "") await composeSheet();

type Shot = { name: string; width: number; locale: string; theme: "light" | "dark" };

async function take(from: Browser, { path, prepare }: Screen, { name, width, locale, theme }: Shot): Promise<void> {
  const context = await from.newContext({
    ...{ baseURL: site.origin, viewport: { width, height: width < 500 ? 780 : 900 }, colorScheme: theme },
    ...{ locale: locale === "cn" ? "zh-CN" : "en-GB", reducedMotion: "reduce" },
    // A visitor each: the limit of submissions is for one.
    extraHTTPHeaders: { "X-Forwarded-For": `2001:db8::${(++visitors).toString(16)}` },
  });
  const page = await context.newPage();
  await page.goto(locale === "cn" ? path : `/en${path === "/" ? "" : path}`, { waitUntil: "networkidle" });
  if (prepare) {
    await prepare(page);
    await page.waitForTimeout(500);
  }
  await page.screenshot({ path: join(target, `${name}.png`) });
  console.log(name);
  await context.close();
}

async function addAndFill(page: Page): Promise<void> {
  const added = page.waitForResponse(/quotation/);
  await page.locator("form[data-stays] button").first().click();
  await added;
  await page.locator('a[href$="/quotation"]').first().click();
  await page.waitForURL("**/quotation");
  await page.locator("#name").waitFor();
  await fill(page);
}

async function openMenu(page: Page): Promise<void> {
  const opener = page.locator('header a[href="#menu"]');
  if (await opener.isVisible()) await opener.click();
  else await page.locator("nav li[data-top] button").first().click();
}

/** Wide screens in two rows, and phones below each other beside them. */
async function composeSheet(): Promise<void> {
  const gap = 24;
  const wide = { width: 880, height: 550 };
  const phone = { width: 300, height: 650 };
  const pictures = await Promise.all(
    shownOnSheet.map((name, index) => {
      const size = index < 4 ? wide : phone;
      return sharp(join(target, `${name}.png`))
        .resize({ ...size, fit: "cover", position: "top" })
        .png()
        .toBuffer();
    }),
  );
  const places = pictures.map((input, index) =>
    index < 4
      ? { input, left: gap + (index % 2) * (wide.width + gap), top: gap + Math.floor(index / 2) * (wide.height + gap) }
      : { input, left: gap + (index - 4) * 450 + 75, top: 3 * gap + 2 * wide.height },
  );
  const width = 2 * wide.width + 3 * gap;
  const height = 2 * wide.height + phone.height + 4 * gap;
  await sharp({ create: { width, height, channels: 3, background: "#8d9a8f" } })
    .composite(places)
    .png({ palette: true, effort: 4 })
    .toFile(sheetFile);
}
