/**
 * Entry of `npm run screenshots [-- WORD]`: takes a picture of every whole screen at three widths, in both languages
 * and themes. With a word, it takes only screens whose name contains the word. The pictures are in
 * `tests/artifacts/screens`. At the end it lists the pictures that differ from the previous run. Without a word, some
 * pictures become the README's contact sheet.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright";
import sharp from "sharp";
import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { getContentFolder } from "#app/services/runtime/environment.ts";
import { createChromiumLaunch } from "#tests/setup/browser/chromium.ts";
import { getPath, listTestScreens, startFailingSite, type Screen } from "#tests/setup/browser/screens.ts";
import { createVisitorHeaders } from "#tests/setup/site/guestbook-form.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

const picturesFolder = join("tests", "artifacts", "screens");
const sheetFile = join("docs", "screens", "contact-sheet.png");
const widths = [360, 820, 1440];

/** Names of the contact sheet's pictures: screen, width, locale, theme. */
const sheetScreens = [
  ...["home-1440-cn-light", "prescription-1440-cn-light", "product-list-1440-en-dark", "product-1440-en-light"],
  ...["home-360-cn-light", "prescription-360-cn-dark", "quotation-filled-360-cn-light", "menu-360-en-light"],
];

const [word = ""] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), "screens-"));
const site = await startSite({ DATA_DIR: data, LOG_LEVEL: "warn", TRUST_PROXY: "127.0.0.1" });
const browser = await chromium.launch(await createChromiumLaunch());
const failingSite = await startFailingSite(getContentFolder(process.env));
mkdirSync(picturesFolder, { recursive: true });
/** Names of the pictures that differ from those of the previous run. */
const changedNames: string[] = [];
const screenshots = listTestScreens(getContentFolder(process.env))
  .flatMap((screen) => listScreenshots(screen))
  .filter(({ name }) => name.includes(word));
// Takes only two pictures at a time, because the machine also serves the site.
await Promise.all([takeScreenshots(browser), takeScreenshots(browser)]);
if (word === "") await composeSheet(browser);
await browser.close();
await failingSite.stop();
await site.stop();
rmSync(data, { recursive: true, force: true });
console.log(
  `\n${changedNames.length} changed since the previous run:\n${changedNames.toSorted().join("\n")}`.trimEnd(),
);

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
      baseURL: (screen.needsFailingBackend ? failingSite : site).origin,
      colorScheme: theme,
      locale: locales[locale].language,
    },
    ...{ viewport: { width, height: width < 500 ? 780 : 900 }, reducedMotion: "reduce" },
    // Each screen has its own visitor, because a visitor may send only a few submissions.
    extraHTTPHeaders: createVisitorHeaders(),
  });
  const page = await context.newPage();
  await page.goto(getPath(screen, locale), { waitUntil: "networkidle" });
  if (screen.prepare) {
    await screen.prepare(page);
    await page.waitForTimeout(500);
  } else {
    await loadPictures(page);
  }
  const file = join(picturesFolder, `${name}.png`);
  const previous = existsSync(file) ? await sharp(file).raw().toBuffer() : undefined;
  await page.screenshot({ path: file, fullPage: !screen.prepare });
  if (previous?.equals(await sharp(file).raw().toBuffer()) === false) changedNames.push(name);
  console.log(name);
  await context.close();
}

/** Loads the lazy pictures further down, which otherwise load only after scrolling. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
  });
}

/** Composes the contact sheet: wide screens in two rows, with a row of phones below. */
async function composeSheet(from: Browser): Promise<void> {
  const page = await from.newPage({ viewport: { width: 1832, height: 1846 } });
  const pictures = sheetScreens.map((name) => {
    const source = readFileSync(join(picturesFolder, `${name}.png`), "base64");
    return `<img src="data:image/png;base64,${source}" class="${name.includes("-1440-") ? "wide" : "phone"}">`;
  });
  await page.setContent(`
    <style>
      body { display: flex; flex-wrap: wrap; gap: 24px; margin: 24px; background: #8d9a8f }
      img { object-fit: cover; object-position: top }
      .wide { width: 880px; height: 550px }
      .phone { width: 300px; height: 650px; margin: 0 64px }
    </style>
    ${pictures.join("")}`);
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 4 })
    .toFile(sheetFile);
}
