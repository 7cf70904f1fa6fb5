import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright";
import { chromiumLaunch } from "../setup/chromium.ts";
import { startSite } from "../setup/running-site.ts";

/** `npm run lighthouse`: the median of three runs on a phone, for each kind of page in both languages. */
const pages = ["/", "/product/list", "/prescription/info/gui-zhi-tang", "/contact-us"];
const runs = 3;
const folder = resolve("tests", "lighthouse");
const debuggingPort = 9000 + (process.pid % 900);

type Audit = { numericValue?: number };
type Categories = Record<string, { score: number | null }>;
type Result = { lhr: { finalDisplayedUrl: string; categories: Categories; audits: Record<string, Audit> } };
type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>;

if (!existsSync(join(folder, "node_modules"))) {
  const { status } = spawnSync("npm", ["ci", "--prefix", folder], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
const module = createRequire(join(folder, "package.json")).resolve("lighthouse");
const { default: lighthouse } = (await import(pathToFileURL(module).href)) as { default: Lighthouse };

const data = mkdtempSync(join(tmpdir(), "lighthouse-"));
const PORT = String(24_000 + (process.pid % 4000));
const site = await startSite({ DATA_DIR: data, LOG_LEVEL: "warn", PORT, SITE_URL: `http://127.0.0.1:${PORT}` });
const launch = await chromiumLaunch();
const browser = await chromium.launch({
  ...launch,
  args: [...launch.args, `--remote-debugging-port=${debuggingPort}`],
});

const devTools = await browser.newBrowserCDPSession();

const rows: Record<string, number | string>[] = [];
for (const page of pages.flatMap((one) => [one, `/en${one === "/" ? "" : one}`])) {
  // Rendered and compressed once, as for every visitor but the first.
  await fetch(site.origin + page);
  const all: Record<string, number>[] = [];
  for (let run = 0; run < runs; run++) all.push(await measure(site.origin, page));
  rows.push({ page, ...medians(all) });
}
console.table(rows);
writeFileSync(join("build", "lighthouse.json"), JSON.stringify(rows, null, 2));

await browser.close();
await site.stop();
rmSync(data, { recursive: true, force: true });

async function measure(origin: string, page: string): Promise<Record<string, number>> {
  // A reader of that language who comes for the first time: the front page sends others to theirs, and remembers it.
  await devTools.send("Storage.clearCookies");
  const extraHeaders = { "Accept-Language": page.startsWith("/en") ? "en" : "zh-CN" };
  const flags = { port: debuggingPort, logLevel: "error", output: "json", formFactor: "mobile", extraHeaders };
  const result = await lighthouse(origin + page, flags);
  if (!result) throw new Error(`no result for ${page}`);
  const { finalDisplayedUrl, categories, audits } = result.lhr;
  if (finalDisplayedUrl !== origin + page) throw new Error(`${page} led to ${finalDisplayedUrl}`);
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
  const value = (audit: string) => Math.round((audits[audit]?.numericValue ?? Number.NaN) * 1000) / 1000;
  return {
    ...Object.fromEntries(scores),
    ...{ "LCP ms": Math.round(value("largest-contentful-paint")), CLS: value("cumulative-layout-shift") },
    "TBT ms": Math.round(value("total-blocking-time")),
  };
}

function medians(all: Record<string, number>[]): Record<string, number> {
  const names = Object.keys(all[0]!);
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return Object.fromEntries(names.map((name) => [name, middle(all.map((one) => one[name]!))]));
}
