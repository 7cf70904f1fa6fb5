import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer } from "#tests/mocks/smtp.ts";
import { copyTree, followRecipe } from "#tests/setup/programs/recipe.ts";
import { post, validFields } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

const recipe = "docs/recipes/your-own-company.md";

/** Names, places, numbers and sentences of the demonstration. */
const demoWords =
  /岐谷|亳州|安徽|谯城|qigu|bozhou|anhui|qiaocheng|0558|558 555|QG-[A-Z]|HQ2512|GC2511|DS2512|执业中医师|产品、方剂|qualified practitioner|Herbs, formulas/i;

const { folder, dispose } = copyTree();
let changedFiles: string[];
let site: RunningSite;
let smtp: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  changedFiles = followRecipe(recipe, folder);
  const options = { cwd: folder, encoding: "utf8", stdio: "pipe" } as const;
  const check = spawnSync("npm", ["run", "--silent", "check-content"], options);
  expect([check.status, check.stdout, check.stderr]).toEqual([0, expect.anything(), ""]);
  execFileSync("npm", ["run", "--silent", "build"], options);
  smtp = await startMailServer();
  const mail = { SMTP_URL: smtp.url, MAIL_TO: "owner@qingshan.example" };
  site = await startSite({ LOG_LEVEL: "warn", SITE_URL: "https://qingshan.example", ...mail }, folder);
});
afterAll(async () => {
  await site?.stop();
  dispose();
});

/** Requests these paths and, recursively, all paths that the responses name. @returns status and text of each path */
async function crawl(starts: string[]): Promise<Map<string, { status: number; text: string }>> {
  const responses = new Map<string, { status: number; text: string }>();
  const waitingPaths = [...starts];
  for (let path = waitingPaths.pop(); path !== undefined; path = waitingPaths.pop()) {
    if (responses.has(path)) continue;
    const response = await fetch(site.origin + path, { redirect: "manual" });
    const type = response.headers.get("Content-Type") ?? "";
    // Reads pictures as text, too, because their metadata may contain the demonstration's names.
    const text = Buffer.from(await response.arrayBuffer()).toString(
      /^(text|application|image\/svg)/.test(type) ? "utf8" : "latin1",
    );
    responses.set(path, { status: response.status, text });
    if (/html|xml|json|manifest/.test(type)) waitingPaths.push(...findLinks(text, path, "https://qingshan.example"));
  }
  return responses;
}

test("the recipe changes only content and public", () => {
  expect([...new Set(changedFiles.map((file) => file.split("/")[0]))].sort()).toEqual(["content", "public"]);
});

test("no page, feed, sitemap, manifest, picture or file contains a name from the demonstration content", async () => {
  const starts = ["/", "/en", "/sitemap.xml", "/robots.txt", "/manifest.webmanifest"];
  const otherPaths = ["/nothing", "/en/nothing", "/search?q=%E4%B8%89%E4%B8%83", "/en/search?q=sanqi", "/theme.css"];
  const responses = await crawl([...starts, ...otherPaths, "/share/site.png", "/icons/192.png"]);
  expect(responses.size).toBeGreaterThan(30);
  const wrongResponses = [...responses].filter(
    ([path, { text }]) => demoWords.test(decodeURIComponent(path)) || demoWords.test(text),
  );
  expect(wrongResponses.map(([path, { text }]) => [path, demoWords.exec(text)?.[0]])).toEqual([]);
  const brokenResponses = [...responses].filter(([path, { status }]) => status >= 400 && !path.endsWith("/nothing"));
  expect(brokenResponses.map(([path, { status }]) => [path, status])).toEqual([]);
});

test("the pages have the name, texts and colours of the company", async () => {
  const home = await (await fetch(`${site.origin}/en`)).text();
  expect(home).toContain("Yunnan Qingshan Herbs Co., Ltd.");
  expect(home).toContain("Notoginseng from Yunnan");
  expect(home).toContain("Ask a doctor or pharmacist how to use notoginseng.");
  expect(home).toContain('placeholder="Names and numbers"');
  const quotation = await (await fetch(`${site.origin}/en/quotation`)).text();
  expect(quotation).toContain("For example QS-001 40 kg, or San qi (notoginseng root) 40 kg");
  expect(await (await fetch(`${site.origin}/fallback-plate.svg`)).text()).toContain("#1f4e79");
  expect(home).toMatch(/<link rel="stylesheet" href="\/theme\.css\?v=f7f8fa/);
  expect(await (await fetch(`${site.origin}/theme.css`)).text()).toContain("--leaf:#1f4e79");
  expect(await (await fetch(`${site.origin}/en/contact-us`)).text()).toContain("We reply within one working day.");
  expect(await (await fetch(`${site.origin}/news/list`)).status).toBe(404);
  expect(await (await fetch(`${site.origin}/batch/HQ250901`)).status).toBe(404);
});

test("a mail contains no name from the demonstration content", async () => {
  await post(site, validFields);
  await expect.poll(() => smtp.mails.length).toBeGreaterThan(0);
  const mail = JSON.stringify(smtp.mails[0]);
  expect(mail).not.toMatch(demoWords);
  expect(mail).toContain("owner@qingshan.example");
});

/** Finds the paths of the site that a page, feed, sitemap or manifest at `from` names. */
function findLinks(text: string, from: string, origin: string): string[] {
  const addresses = [
    ...text.matchAll(/\b(?:href|src|srcset|action|content|src")\s*[=:]\s*"([^"]+)"|<loc>([^<]+)<\/loc>/gi),
  ]
    .flatMap(([, attribute, location]) => (attribute ?? location ?? "").split(/,\s+/))
    .map((address) => address.trim().split(/\s/)[0]!.replaceAll("&amp;", "&"));
  return addresses.flatMap((address) => {
    if (!/^(?:\/(?!\/)|https?:)/.test(address)) return [];
    const { origin: linkOrigin, pathname, search } = new URL(address, origin + from);
    // Leaves out the language switch, which only redirects.
    return linkOrigin === origin && !pathname.startsWith("/language/") ? [pathname + search] : [];
  });
}
