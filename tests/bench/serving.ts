import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import { paths } from "../../app/services/runtime/paths.ts";
import { measureFirstVisit } from "./first-visit.ts";
import { getGeneratedKind, isHidden } from "./generated-content.ts";
import { createGeneratedRelease } from "./generated-release.ts";
import {
  fetchPage,
  measure,
  median,
  readResidentMegabytes,
  startReference,
  startServer,
  startTemplate,
  stopAll,
  type RunningProcess,
} from "./processes.ts";

/**
 * `npm run bench [-- PART …]`: measures how fast the built site is, compared with a bare `node:http` server that sends the same
 * bytes in the same minutes. docs/architecture.md says what is measured.
 */
const parts: Record<string, () => Promise<object>> = {
  start: measureStart,
  cached: measureCachedPage,
  firstVisit: measureFirstVisit,
  spread: measureManyPages,
  memory: measureMemory,
};
const requestedParts = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const figures: Record<string, object> = {};

try {
  execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  for (const [name, part] of Object.entries(parts)) {
    if (requestedParts.length > 0 && !requestedParts.includes(name)) continue;
    figures[name] = await part();
    print(name, figures[name]);
  }
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    time: new Date().toISOString(),
  };
  writeFileSync(join(paths.build, "bench.json"), JSON.stringify({ machine, ...figures }, null, 2));
} finally {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

function print(name: string, values: object): void {
  console.log(`\n${name}`);
  for (const [what, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.map(short).join(" ") : short(value);
    console.log(`  ${what.padEnd(58)}${text}`);
  }
}

function short(value: unknown): string {
  if (typeof value !== "number") return String(value);
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2);
}

/** Measures the time from the start of the process to its first response, and then to its first page. */
async function measureStart() {
  const script = resolve("server/start.ts");
  // `npm start` sets this variable too.
  const variables = { NODE_COMPILE_CACHE: join(paths.build, "compile-cache") };
  // The first start after a build fills the compile cache, so it isn't measured.
  await (await startServer(variables, script)).stop();
  const firstResponses: number[] = [];
  const pages: number[] = [];
  const templates: number[] = [];
  for (let round = 0; round < 7; round++) {
    const server = await startServer(variables, script);
    firstResponses.push(server.startedIn);
    const pageStart = performance.now();
    await (await fetch(`http://127.0.0.1:${server.port}/product/list`)).text();
    pages.push(performance.now() - pageStart);
    await server.stop();
    const template = await startTemplate();
    templates.push(template.startedIn);
    await template.stop();
  }
  const firstPages = firstResponses.map((first, round) => first + pages[round]!);
  return {
    "first answer, ms": median(firstResponses),
    "first page after it, ms": median(pages),
    "React Router's template to its first page, ms": median(templates),
    "ratio to the first page, median and each round": [
      median(firstPages) / median(templates),
      ...firstPages.map((one, round) => one / templates[round]!),
    ],
  };
}

/** Measures one cached page at 32 and 256 connections, in rounds that alternate with the reference server. */
async function measureCachedPage() {
  const server = await startServer();
  const rows: Record<string, unknown> = {};
  for (const encoding of ["identity", "br"]) {
    // These requests come first, so that the page is already cached when it is measured.
    const warmUp = { targets: ["/product/list"], headers: { "Accept-Encoding": encoding } };
    await measure(server, { ...warmUp, connections: 1, requests: 200 });
    const { bytes: page } = await fetchPage(server.port, "/product/list", encoding);
    for (const connections of [32, 256]) {
      Object.assign(rows, await measureWithReference(server, ["/product/list"], page, encoding, connections));
    }
  }
  await server.stop();
  return rows;
}

/** Measures these pages, in rounds that alternate with a bare `node:http` server that sends `page` for each. */
async function measureWithReference(
  server: RunningProcess,
  targets: string[],
  page: Buffer,
  encoding: string,
  connections: number,
): Promise<Record<string, unknown>> {
  const load = { targets, headers: { "Accept-Encoding": encoding }, connections, seconds: 2 };
  const reference = await startReferenceWith(page, encoding);
  for (const target of [server, reference]) await measure(target, load);
  const rounds = { site: [] as Measurement[], bare: [] as Measurement[] };
  for (let round = 0; round < 5; round++) {
    rounds.site.push(await measure(server, load));
    rounds.bare.push(await measure(reference, load));
  }
  await reference.stop();
  const listValues = (results: Measurement[], field: keyof Measurement) =>
    results.map((result) => Number(result[field]));
  const ratios = rounds.site.map(({ perSecond }, round) => perSecond / rounds.bare[round]!.perSecond);
  const getMinCpuTime = (results: Measurement[]) => Math.min(...listValues(results, "cpuMicroseconds"));
  const name = `${encoding}, ${connections} connections`;
  return {
    [`${name}: bytes of a page`]: page.length,
    [`${name}: requests a second, site`]: median(listValues(rounds.site, "perSecond")),
    [`${name}: requests a second, bare node:http`]: median(listValues(rounds.bare, "perSecond")),
    [`${name}: ratio, median and each round`]: [median(ratios), ...ratios],
    [`${name}: ratio by least CPU time a request`]: getMinCpuTime(rounds.bare) / getMinCpuTime(rounds.site),
    [`${name}: p99 in ms, site and bare`]: [
      median(listValues(rounds.site, "p99")),
      median(listValues(rounds.bare, "p99")),
    ],
  };
}

type Measurement = Awaited<ReturnType<typeof measure>>;

/**
 * Measures 400 pages with and without compression: at the first request, and then from the cache, beside a bare server that
 * sends as many bytes.
 */
async function measureManyPages() {
  const rows: Record<string, unknown> = {};
  const targets = listPages(400);
  for (const encoding of ["identity", "br"]) {
    const server = await startServer();
    await measure(server, { targets: ["/about-us"], headers: {}, connections: 1, requests: 20 });
    const headers = { "Accept-Encoding": encoding };
    const cold = await measure(server, { targets, headers, connections: 16, requests: targets.length });
    rows[`${encoding}: cold, pages a second, p50 and p99 in ms`] = [cold.perSecond, cold.p50, cold.p99];
    const sizes = await Promise.all(
      targets.map(async (path) => (await fetchPage(server.port, path, encoding)).bytes.length),
    );
    const mean = Buffer.alloc(Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length), "a");
    Object.assign(rows, await measureWithReference(server, targets, mean, encoding, 32));
    await server.stop();
  }
  return rows;
}

function listPages(count: number): string[] {
  const items = [...readContentFolder("content").source.items];
  const lists = kinds.flatMap((kind) => [`/${kind}/list`, `/${kind}/list?sort=title`]);
  const infos = items.map(({ kind, id }) => `/${kind}/info/${id}`);
  // These are titles, so that each search has results: a search without results is counted, so its page isn't cached.
  const searches = items.map(
    ({ translations }) => `/search?q=${encodeURIComponent(translations.cn?.words.title ?? "")}`,
  );
  const pages = [...lists, ...infos, ...searches].flatMap((path) => [path, `/en${path}`]);
  if (pages.length < count) throw new Error(`only ${pages.length} pages`);
  return pages.slice(0, count);
}

/** Measures memory with 100,000 requests of 5,000 addresses: first each one once, then some far more often than others. */
async function measureMemory() {
  const addresses = 5100;
  const DATA_DIR = join(folder, "data");
  await createGeneratedRelease(DATA_DIR, addresses);
  const server = await startServer({ DATA_DIR });
  const numbers = Array.from({ length: addresses }, (_, n) => n).filter((n) => !isHidden(n));
  const pages = numbers.map((n) => `/${getGeneratedKind(n)}/info/item-${n}`);
  const headers = { "Accept-Encoding": "br" };
  const megabytes = [readResidentMegabytes(server.pid)];
  await measure(server, { targets: pages, headers, connections: 16, requests: pages.length });
  megabytes.push(readResidentMegabytes(server.pid));
  for (let part = 0; part < 10; part++) {
    const targets = chooseByPopularity(pages, 9500, part + 1);
    await measure(server, { targets, headers, connections: 16, requests: targets.length });
    megabytes.push(readResidentMegabytes(server.pid));
  }
  await server.stop();
  return { "resident MB: started, after 5,000, then each 9,500 requests": megabytes };
}

/** Chooses addresses as visitors do: the n-th most popular is requested an n-th as often as the first (Zipf's law). */
function chooseByPopularity(addresses: string[], count: number, seed: number): string[] {
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () => addresses[Math.floor(addresses.length ** random()) - 1]!);
}

async function startReferenceWith(page: Buffer, encoding: string): Promise<RunningProcess> {
  const file = join(folder, `page-${encoding}`);
  writeFileSync(file, page);
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return startReference(file, encoding === "identity" ? headers : { ...headers, "Content-Encoding": encoding });
}
