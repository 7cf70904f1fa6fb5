import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultPageSize } from "../../app/services/api/contract/endpoints.ts";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { openContentIndex } from "../../app/services/content/embedded-api/content-index.ts";
import { paths } from "../../app/services/runtime/paths.ts";
import { build } from "../../server/build.ts";
import { createGeneratedRelease } from "./generated-release.ts";
import { measureSearches } from "./search-times.ts";

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

const folder = mkdtempSync(join(tmpdir(), "bench-content-"));
try {
  build();
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run() {
  mkdirSync(join(folder, paths.build));
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const file = await createGeneratedRelease(join(folder, "data"), count);
  const wallTime = performance.now() - start;
  const cpuTime = process.cpuUsage(startCpu).user / 1000;
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
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(rounds / 2)]!, p99: times[Math.floor(rounds * 0.99)]! };
}

/** Starts the site in its own folder with the generated content, and measures it. */
async function measureServer(): Promise<[string, string][]> {
  for (const path of [paths.client, join(paths.serverBuild, ".."), paths.public, "app", "server", "node_modules"]) {
    symlinkSync(resolve(path), join(folder, path));
  }
  writeFileSync(join(folder, "package.json"), readFileSync("package.json"));
  const port = 20_000 + (process.pid % 20_000);
  const start = performance.now();
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const flags = scripts.start.split(" ").filter((word) => word.startsWith("--"));
  const server = spawn(process.execPath, [...flags, resolve("tests/bench/serve.ts")], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "warn" },
    stdio: "ignore",
  });
  try {
    const origin = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${origin}/news/list`).catch(() => undefined))?.ok) await sleep(5);
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
      ["server memory after 2200 calls", `${residentMegabytes(server.pid!)} MB`],
    ];
  } finally {
    server.kill();
  }
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
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms median, ${sorted.at(-1)?.toFixed(0)} ms longest of ${sorted.length}`;
}

function residentMegabytes(pid: number): string {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match ? (Number(match[1]) / 1024).toFixed(0) : "?";
  } catch {
    return "unknown here, on Linux";
  }
}
