import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright";
import { createChromiumLaunch } from "../setup/browser/chromium.ts";
import { installFolder } from "../setup/programs/install-folder.ts";
import { startSite } from "../setup/site/running-site.ts";

/**
 * Entry of `npm run lighthouse`: measures each kind of page in both languages, as on a phone, and prints the medians of
 * three runs.
 */
const pages = ["/", "/product/list", "/product/info/dan-shen", "/prescription/info/gui-zhi-tang", "/contact-us"];
const runCount = 3;
const folder = resolve("tests", "lighthouse");
const debuggingPort = 9000 + (process.pid % 900);

type Audit = { numericValue?: number };
type Categories = Record<string, { score: number | null }>;
type Result = { lhr: { finalDisplayedUrl: string; categories: Categories; audits: Record<string, Audit> } };
type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>;

installFolder(folder);
const module = createRequire(join(folder, "package.json")).resolve("lighthouse");
const { default: lighthouse } = (await import(pathToFileURL(module).href)) as { default: Lighthouse };

const launch = await createChromiumLaunch();
const browser = await chromium.launch({
  ...launch,
  args: [...launch.args, `--remote-debugging-port=${debuggingPort}`],
});

const devTools = await browser.newBrowserCDPSession();

const rows: Record<string, number | string>[] = [];
const PORT = String(24_000 + (process.pid % 4000));
const site = await startSite({ LOG_LEVEL: "warn", PORT, SITE_URL: `http://127.0.0.1:${PORT}` });
for (const page of pages.flatMap((path) => [path, `/en${path === "/" ? "" : path}`])) {
  // The first request renders and compresses the page and resizes its pictures, so that the runs measure a cached
  // page.
  await measure(site.origin, page);
  const results: Record<string, number>[] = [];
  for (let run = 0; run < runCount; run++) results.push(await measure(site.origin, page));
  rows.push({ page, ...getMedians(results) });
}
await site.stop();
await browser.close();
console.table(rows);
writeFileSync(join("build", "lighthouse.json"), JSON.stringify(rows, null, 2));

async function measure(origin: string, page: string): Promise<Record<string, number>> {
  // Each run is a first visit in the page's language, because the home page redirects other visitors.
  await devTools.send("Storage.clearCookies");
  const extraHeaders = { "Accept-Language": page.startsWith("/en") ? "en" : "zh-CN" };
  const flags = { port: debuggingPort, logLevel: "error", output: "json", formFactor: "mobile", extraHeaders };
  const result = await lighthouse(origin + page, flags);
  if (!result) throw new Error(`Lighthouse returned no result for ${page}`);
  const { finalDisplayedUrl, categories, audits } = result.lhr;
  if (finalDisplayedUrl !== origin + page) throw new Error(`${page} was redirected to ${finalDisplayedUrl}`);
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
  const value = (audit: string) => Math.round((audits[audit]?.numericValue ?? Number.NaN) * 1000) / 1000;
  return {
    ...Object.fromEntries(scores),
    ...{ "LCP ms": Math.round(value("largest-contentful-paint")), CLS: value("cumulative-layout-shift") },
    "TBT ms": Math.round(value("total-blocking-time")),
  };
}

function getMedians(results: Record<string, number>[]): Record<string, number> {
  const names = Object.keys(results[0]!);
  const getMedian = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return Object.fromEntries(names.map((name) => [name, getMedian(results.map((result) => result[name]!))]));
}
