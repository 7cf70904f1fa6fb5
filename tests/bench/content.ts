import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultPageSize } from "../../app/services/api/contract/endpoints.ts";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { openContentIndex } from "../../app/services/content/embedded-api/content-index.ts";
import { compileGeneratedContent } from "./generated-content.ts";
import { computePercentiles, measureSearches } from "./search-times.ts";

/**
 * `npm run bench:content [-- COUNT]`: generates COUNT items (default 5,000) and compiles them. It measures calls of the embedded
 * API, and searches of every class. `npm run bench` measures a server with so many items.
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
  await run();
} finally {
  rmSync(data, { recursive: true, force: true });
}

async function run() {
  const file = join(data, "content.sqlite");
  const { wallMs, cpuMs } = compileGeneratedContent(count, file);
  const rows: [string, string][] = [
    ["items, in two languages", count.toLocaleString("en")],
    ["read and compiled in", `${formatSeconds(wallMs)}, ${formatSeconds(cpuMs)} of CPU time`],
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
  rows.push(...searches);
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
