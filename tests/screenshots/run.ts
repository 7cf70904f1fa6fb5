import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright";
import sharp from "sharp";
import { createChromiumLaunch } from "../setup/chromium.ts";
import { localeCodes, locales, type Locale } from "../../app/i18n/locales.ts";
import { getContentFolder } from "../../app/services/runtime/environment.ts";
import { startSite } from "../setup/running-site.ts";
import { getPath, listTestScreens, startTroubledSite, type Screen } from "../setup/screens.ts";

/**
 * Entry of `npm run screenshots [-- WORD]`: takes a picture of every whole screen at three widths, in both languages and
 * themes. With a word, it takes only screens whose name contains the word. The pictures are in `tests/artifacts/screens`. Without a word, some of them become the README's contact sheet.
 */
const target = join("tests", "artifacts", "screens");
const sheetFile = join("docs", "screens", "contact-sheet.png");
const widths = [360, 820, 1440];

/** Screens of the contact sheet: name, width, theme. */
const sheetScreens = [
  ...["home-1440-cn-light", "prescription-1440-cn-light", "product-list-1440-en-dark", "product-1440-en-light"],
  ...["home-360-cn-light", "prescription-360-cn-dark", "quotation-filled-360-cn-light", "menu-360-en-light"],
];

const [word = ""] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), "screens-"));
const site = await startSite({ DATA_DIR: data, LOG_LEVEL: "warn", TRUST_PROXY: "127.0.0.1" });
const browser = await chromium.launch(await createChromiumLaunch());
const troubledSite = await startTroubledSite(getContentFolder(process.env));
mkdirSync(target, { recursive: true });
let visitors = 0;
const screenshots = listTestScreens(getContentFolder(process.env))
  .flatMap((screen) => listScreenshots(screen))
  .filter(({ name }) => name.includes(word));
// Two screens at a time, because the machine also serves the site.
await Promise.all([takeScreenshots(browser), takeScreenshots(browser)]);
await browser.close();
await troubledSite.stop();
await site.stop();
rmSync(data, { recursive: true, force: true });
if (word === "") await composeSheet();

type Screenshot = {
  name: string;
  screen: Screen;
  width: number;
  locale: Locale;
  theme: "light" | "dark";
};

function listScreenshots(screen: Screen): Screenshot[] {
  return localeCodes.flatMap((locale) =>
    widths.flatMap((width) =>
      (["light", "dark"] as const).map((theme) => {
        return { name: [screen.name, width, locale, theme].join("-"), screen, width, locale, theme };
      }),
    ),
  );
}

async function takeScreenshots(from: Browser): Promise<void> {
  for (let screenshot = screenshots.shift(); screenshot; screenshot = screenshots.shift()) await take(from, screenshot);
}

async function take(from: Browser, { name, screen, width, locale, theme }: Screenshot): Promise<void> {
  const context = await from.newContext({
    ...{
      baseURL: (screen.isTroubled ? troubledSite : site).origin,
      colorScheme: theme,
      locale: locales[locale].language,
    },
    ...{ viewport: { width, height: width < 500 ? 780 : 900 }, reducedMotion: "reduce" },
    // Each screen has its own visitor, because a visitor may send only a few submissions.
    extraHTTPHeaders: { "X-Forwarded-For": `203.0.${++visitors >> 8}.${visitors & 255}` },
  });
  const page = await context.newPage();
  await page.goto(getPath(screen, locale), { waitUntil: "networkidle" });
  if (screen.prepare) {
    await screen.prepare(page);
    await page.waitForTimeout(500);
  } else {
    await loadPictures(page);
  }
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: !screen.prepare });
  console.log(name);
  await context.close();
}

/** Loads the pictures further down, which otherwise load only when a reader gets there. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
  });
}

/** Draws the contact sheet: wide screens in two rows, and beside them the phones in a column. */
async function composeSheet(): Promise<void> {
  const gap = 24;
  const wideSize = { width: 880, height: 550 };
  const phone = { width: 300, height: 650 };
  const pictures = await Promise.all(
    sheetScreens.map((name, index) => {
      const size = index < 4 ? wideSize : phone;
      return sharp(join(target, `${name}.png`))
        .resize({ ...size, fit: "cover", position: "top" })
        .png()
        .toBuffer();
    }),
  );
  const places = pictures.map((input, index) =>
    index < 4
      ? {
          input,
          left: gap + (index % 2) * (wideSize.width + gap),
          top: gap + Math.floor(index / 2) * (wideSize.height + gap),
        }
      : { input, left: gap + (index - 4) * 450 + 75, top: 3 * gap + 2 * wideSize.height },
  );
  const width = 2 * wideSize.width + 3 * gap;
  const height = 2 * wideSize.height + phone.height + 4 * gap;
  await sharp({ create: { width, height, channels: 3, background: "#8d9a8f" } })
    .composite(places)
    .png({ palette: true, effort: 4 })
    .toFile(sheetFile);
}
