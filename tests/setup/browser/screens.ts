import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { getPageSize } from "#app/http/params.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

/** A screen of the site: a page, and the actions that lead to its state. */
export type Screen = {
  name: string;
  path: string | LocalizedText;
  prepare?: (page: Page) => Promise<unknown>;
  /** Whether the screen needs a site with a failing backend. */
  needsFailingBackend?: boolean;
};

/** Languages without a text of their own use the Chinese one. */
type LocalizedText = Partial<Record<Locale, string>> & { cn: string };

export function getPath({ path }: Screen, locale: Locale): string {
  return localizePath(typeof path === "string" ? path : (path[locale] ?? path.cn), locale);
}

/** By kind: a keyword that has results, and an item. Kinds without an entry use their first item. */
const examples: Partial<Record<Kind, { keyword: LocalizedText; id: string }>> = {
  news: { keyword: { cn: "采收", en: "harvest" }, id: "reading-a-certificate" },
  prescription: { keyword: { cn: "桂枝", en: "cinnamon" }, id: "gui-zhi-tang" },
  product: { keyword: { cn: "黄芪", en: "astragalus" }, id: "huang-qi" },
  case: { keyword: { cn: "医院", en: "hospital" }, id: "chrysanthemum-village" },
  service: { keyword: { cn: "检验", en: "testing" }, id: "export-supply" },
};

function listScreens(kind: Kind, content: string): Screen[] {
  const { keyword, id: exampleId } = examples[kind] ?? {};
  const list = `/${kind}/list`;
  const items = readdirSync(join(content, kind), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const id = exampleId ?? items[0]!.name;
  const [, cat] = /^cat: (.*)$/m.exec(readFileSync(join(content, kind, id, "index.cn.md"), "utf8")) ?? [];
  const last = Math.ceil(items.length / getPageSize(kind));
  const createSearchPath = (word: string) => `${list}?keyword=${encodeURIComponent(word)}`;
  const pathsByLocale = Object.entries(keyword ?? {}).map(([locale, word]) => [locale, createSearchPath(word)]);
  return [
    { name: `${kind}-list`, path: list },
    ...(cat ? [{ name: `${kind}-list-category`, path: `${list}/${cat}` }] : []),
    ...(keyword ? [{ name: `${kind}-list-filtered`, path: Object.fromEntries(pathsByLocale) as LocalizedText }] : []),
    { name: `${kind}-list-empty`, path: createSearchPath("独角兽") },
    ...(last > 1 ? [{ name: `${kind}-list-last`, path: `${list}?page=${last}` }] : []),
    { name: kind, path: `/${kind}/info/${id}` },
  ];
}

/** Returns every screen of a site with the content in the folder `content`. */
export const listTestScreens = (content: string): Screen[] => [
  { name: "home", path: "/" },
  { name: "about", path: "/about-us" },
  { name: "plain-page", path: "/page/privacy" },
  { name: "batch", path: `/batch/${readdirSync(join(content, "batch"))[0]!.replace(".yaml", "")}` },
  { name: "batch-lookup", path: "/batch" },
  { name: "batch-unknown", path: "/batch?number=XX-1" },
  { name: "contact", path: "/contact-us" },
  { name: "contact-errors", path: "/contact-us", prepare: send },
  { name: "contact-received", path: "/contact-us", prepare: fillAndSend },
  { name: "quotation-empty", path: "/quotation" },
  ...Object.entries({ filled: fillForm, errors: send, received: fillAndSend }).map(([state, act]) => ({
    name: `quotation-${state}`,
    path: "/product/info/huang-qi",
    prepare: (page: Page) => addToInquiry(page).then(() => act(page)),
  })),
  { name: "quotation-pasted", path: "/quotation", prepare: pasteList },
  { name: "login", path: "/login" },
  { name: "search", path: { cn: "/search?q=%E9%BB%84%E8%8A%AA", en: "/search?q=astragalus" } },
  { name: "search-empty", path: "/search?q=%E7%8B%AC%E8%A7%92%E5%85%BD" },
  ...kinds.flatMap((kind) => listScreens(kind, content)),
  { name: "not-found", path: "/nothing-here" },
  { name: "internal-error", path: "/service/info/export-supply", needsFailingBackend: true },
  { name: "unavailable", path: "/news/info/reading-a-certificate", needsFailingBackend: true },
  { name: "menu", path: "/product/list", prepare: openMenu },
];

/** Every screen of a site with the tests' content. */
export const screens = listTestScreens(testContent);

/** Starts a site whose backend returns invalid data to some calls, and fails on other calls. */
export async function startFailingSite(folder = testContent): Promise<Pick<RunningSite, "origin" | "stop">> {
  const content = await compileTestContent(folder);
  const api = createEmbeddedApi(content.index);
  const backend = await startBackend((request) => {
    if (request.url.includes("/api/service/info")) return Promise.resolve(Response.json({ code: 0, data: {} }));
    if (request.url.includes("/api/news/info")) return Promise.reject(new Error("gone"));
    return api(request);
  });
  const site = await startSite({ API_BASE_URL: backend.origin, LOG_LEVEL: "fatal" });
  return {
    origin: site.origin,
    async stop() {
      const code = await site.stop();
      await backend.stop();
      content.dispose();
      return code;
    },
  };
}

/** Presses the last submit button of a form, and waits for the response. */
async function send(page: Page): Promise<void> {
  await page.locator('main form[method="post"] button[class*="primary"]').last().click();
  await page.locator('[role="alert"], [class*="reference"]').first().waitFor();
}

async function fillForm(page: Page): Promise<void> {
  await page.locator("#name").fill("王伟");
  await page.locator("#contact").fill("13812345678");
  const text = page.locator("#content, #message");
  await text.fill("黄芪 50 公斤，合肥收货，三月前要，另请附一份检验报告。");
  // Waits, because the form delays submissions that are faster than a person.
  await page.waitForTimeout(900);
}

async function fillAndSend(page: Page): Promise<void> {
  await fillForm(page);
  await send(page);
}

async function addToInquiry(page: Page): Promise<void> {
  const response = page.waitForResponse(/quotation/);
  await page.locator("form[data-stays] button").first().click();
  await response;
  await page.locator('a[href$="/quotation"]').first().click();
  await page.waitForURL("**/quotation");
  await page.locator("#name").waitFor();
}

/** Pastes a list of a certain line, one below the minimum order, an uncertain one, and a text. */
async function pasteList(page: Page): Promise<void> {
  await page.locator("main summary").click();
  await page.locator("#numbers").fill("QG-P-0101 40 kg\n白芍 2kg\n当归\n谢谢");
  await page.locator('button[value="sheet"]').click();
  await page.locator('button[value="pasted"]').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  const opener = page.locator('header a[href="#menu"]');
  if (await opener.isVisible()) await opener.click();
  else await page.locator("nav li[data-top] button").first().click();
}
