import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultPageSize } from "../../app/services/api/contract/endpoints.ts";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { openContentIndex } from "../../app/services/content/embedded-api/content-index.ts";
import { build } from "../../server/build.ts";
import { createGeneratedRelease } from "./generated-release.ts";
import { median, readResidentMegabytes, startServer, stopAll } from "./processes.ts";
import { computePercentiles, measureSearches } from "./search-times.ts";

/**
 * `npm run bench:content [-- COUNT]`: generates COUNT items (default 5,000) and compiles them. It measures calls of the embedded
 * API in this process, searches of every class, and the first response and the memory of a server with this content.
 */
const count = Number(process.argv[2] ?? 5000);
const rounds = 300;

/** Returns the path of each call. Its parameters vary by round, so that no cache has the response. */
const calls: Record<string, (round: number) => string> = {
  "list, first page": () => "/api/news/list",
  "list, any page": (round) => `/api/news/list?page=${1 + ((round * 37) % Math.ceil(count / 60))}`,
  "list, last page": () => `/api/news/list?page=${Math.ceil(count / kinds.length / defaultPageSize)}`,
  "list by title": (round) => `/api/product/list?sort=title&page=${1 + ((round * 53) % Math.ceil(count / 60))}`,
  "category page": (round) => `/api/case/list?cat=group-${round % 12}&page=${1 + (round % 20)}`,
  detail: (round) =>
    `/api/${["news", "prescription", "product", "case", "service"][round % 5]}/info?id=item-${(round * 335 + (round % 5)) % count}`,
  "previous and next": (round) => `/api/article/prevnext?kind=news&id=item-${(round * 995) % count}`,
};

const data = mkdtempSync(join(tmpdir(), "bench-content-"));
try {
  build();
  await run();
} finally {
  await stopAll();
  rmSync(data, { recursive: true, force: true });
}

async function run() {
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const file = await createGeneratedRelease(data, count);
  const [wallTime, cpuTime] = [performance.now() - start, process.cpuUsage(startCpu).user / 1000];
  const rows: [string, string][] = [
    ["items, in two languages", count.toLocaleString("en")],
    ["compiled in", `${formatSeconds(wallTime)}, ${formatSeconds(cpuTime)} of CPU time`],
    ["index", `${(statSync(file).size / 1e6).toFixed(0)} MB`],
  ];
  const index = openContentIndex(file);
  const embeddedApi = createEmbeddedApi(index);
  for (const [name, address] of Object.entries(calls)) {
    const times = await measure((round) => embeddedApi(new Request(`http://embedded.invalid${address(round)}`)));
    rows.push([name, `${times.median.toFixed(2)} ms median, ${times.p99.toFixed(2)} ms p99`]);
  }
  const searches = await measureSearches(index, rounds);
  index.close();
  rows.push(...(await measureServer()), ...searches);
  for (const [name, value] of rows) console.log(`${name.padEnd(40)}${value}`);
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

async function measure(call: (round: number) => Promise<Response>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const response = await call(round);
    await response.text();
    times.push(performance.now() - start);
    if (response.status !== 200) throw new Error(`status ${response.status} in round ${round}`);
  }
  return computePercentiles(times);
}

/** Starts the site with the generated content, and measures it. */
async function measureServer(): Promise<[string, string][]> {
  const start = performance.now();
  const server = await startServer({ DATA_DIR: data, LOG_LEVEL: "warn" });
  const origin = `http://127.0.0.1:${server.port}`;
  await (await fetch(`${origin}/news/list`)).text();
  const startTime = performance.now() - start;
  const sitemaps = await measureSitemaps(origin);
  for (let round = 0; round < 2000; round++) {
    const addresses = Object.values(calls);
    await (await fetch(origin + addresses[round % addresses.length]!(round))).text();
    if (round % 10 === 0) await (await fetch(`${origin}/news/list?page=${1 + round}`)).text();
  }
  return [
    ["server start to first page", `${startTime.toFixed(0)} ms`],
    ["a sitemap file of 5,000 items", sitemaps],
    ["server memory after 2200 calls", `${readResidentMegabytes(server.pid).toFixed(0)} MB`],
  ];
}

/** Requests up to 20 sitemap files, the last ones of each kind first, because they begin deepest in a list. */
async function measureSitemaps(origin: string): Promise<string> {
  const index = await (await fetch(`${origin}/sitemap.xml`)).text();
  const files = [...index.matchAll(/\/sitemap-[a-z]+\.xml\?page=\d+/g)].map(([path]) => path);
  const times: number[] = [];
  for (const path of files.toReversed().slice(0, 20)) {
    const start = performance.now();
    await (await fetch(origin + path)).text();
    times.push(performance.now() - start);
  }
  return `${median(times).toFixed(0)} ms median, ${Math.max(...times).toFixed(0)} ms longest of ${times.length}`;
}
