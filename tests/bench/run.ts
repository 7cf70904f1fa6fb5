import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import autocannon from "autocannon";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { startProgram } from "#tests/setup/programs/running-program.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";
import { editContent, measureDesks } from "./desk.ts";
import { listRatios, median, readCpuTime, readResidentMegabytes, visit } from "./measuring.ts";

/**
 * Entry of `npm run bench [-- PART …]`: measures the built site and, in the same run, a bare `node:http` server that
 * sends the same bytes, and React Router's template. docs/architecture.md describes the measurements. The command reads
 * /proc, so it needs Linux.
 */
const parts = {
  start: measureStart,
  cached: measureCachedPages,
  firstVisit: measureFirstVisits,
  memory: measureMemory,
  desk: measureDeskResponses,
};
type Rows = Record<string, number | number[]>;

/** Items of the tests' content from which `generateContent` makes copies, in turn. */
const samples = ["news/how-to-decoct", "prescription/gui-zhi-tang", "product/huang-qi", "service/export-supply"];

process.env["NODE_COMPILE_CACHE"] ??= resolve(paths.build, "compile-cache");
const template = resolve(paths.build, "bench-template");
const folder = mkdtempSync(join(tmpdir(), "bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
if (!existsSync(template)) execFileSync("npx", ["react-router", "build", "tests/bench/template"], { stdio: "ignore" });

const requestedParts = process.argv.slice(2);
for (const [name, measure] of Object.entries<() => Promise<Rows>>(parts)) {
  if (requestedParts.length > 0 && !requestedParts.includes(name)) continue;
  console.log(`\n${name}`);
  for (const [what, value] of Object.entries(await measure()))
    console.log(`  ${what.padEnd(66)}${[value].flat().map(formatNumber).join(" ")}`);
}
process.exit();

function formatNumber(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2);
}

/** Starts the site. All starts without a data folder of their own share one, so that the content is published once. */
function start(variables: Record<string, string> = {}): Promise<RunningSite> {
  return startSite({ DATA_DIR: join(folder, "data"), ...variables });
}

/** Starts the site and, if `BENCH_OTHER` is set, the build in that folder. */
async function startSites(variables: Record<string, string> = {}): Promise<Record<string, RunningSite>> {
  const other = process.env["BENCH_OTHER"];
  return { site: await start(variables), ...(other && { [other]: await startSite(variables, other) }) };
}

/**
 * Starts a backend with `count` additional items. The sites load them from its API, because another version may not be
 * able to read today's content files.
 */
async function startFilledBackend(count: number) {
  const { content, pages } = generateContent(count);
  return { backend: await startBackend(createEmbeddedApi((await compileTestContent(content)).index)), pages };
}

/**
 * Starts React Router's template with i18next on the framework's own server, with its settings. The template loads its
 * content from the API at `apiBaseUrl`.
 */
async function startTemplate(apiBaseUrl: string): Promise<RunningSite> {
  const port = await findFreePort();
  const command = [process.execPath, resolve("node_modules/@react-router/serve/bin.cjs"), "server/index.js"];
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    API_BASE_URL: apiBaseUrl,
  };
  const server = await startProgram(command, /http:/, { cwd: template, env });
  return { ...server, origin: `http://127.0.0.1:${port}` };
}

async function startBareServer(page: Buffer, encoding: string): Promise<RunningSite> {
  const file = join(folder, "page");
  writeFileSync(file, page);
  const server = await startProgram([process.execPath, "tests/bench/bare-server.ts", file, encoding], /port (\d+)/, {});
  return { ...server, origin: `http://127.0.0.1:${server.match[1]}` };
}

async function measureStart(): Promise<Rows> {
  const measure = async (startServer: () => Promise<RunningSite>, page: string) => {
    const begin = performance.now();
    const server = await startServer();
    await requestPlain(server, page);
    const milliseconds = performance.now() - begin;
    await server.stop();
    return milliseconds;
  };
  // The first start after a build fills the compile cache and publishes the content, so it isn't measured.
  await measure(start, "/product/list");
  const backend = await startBackend(createEmbeddedApi((await compileTestContent(testContent)).index));
  const [site, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    site.push(await measure(start, "/product/list"));
    reference.push(await measure(() => startTemplate(backend.origin), "/product/info/huang-qi"));
  }
  await backend.stop();
  return {
    "ms to the first page, median": median(site),
    "ms to the first page of React Router's template, median": median(reference),
    "ratio, median and each round": listRatios(site, reference),
  };
}

/** Measures hits of the page cache, alternating with the build in `BENCH_OTHER`, if set. */
async function measureCachedPages(): Promise<Rows> {
  const rows: Rows = {};
  const { backend, pages } = await startFilledBackend(400);
  const sites = await startSites({ API_BASE_URL: backend.origin });
  const list = { name: "a list", paths: ["/product/list"] };
  const cases = [
    { ...list, encoding: "identity", connections: 32 },
    { ...list, encoding: "identity", connections: 256 },
    { ...list, encoding: "br", connections: 32 },
    { ...list, encoding: "br", connections: 256 },
    { name: "400 pages", paths: pages, encoding: "br", connections: 32 },
  ];
  for (const { name, paths, encoding, connections } of cases) {
    const headers = { "Accept-Encoding": encoding };
    for (const site of Object.values(sites)) await visit(site, paths, 4);
    const { body } = await requestPlain(sites["site"]!, paths[0]!, headers);
    const servers = { ...sites, "node:http": await startBareServer(body, encoding) };
    const rounds: Record<string, Load[]> = {};
    // The first round doesn't count, because V8 compiles the code in it.
    for (let round = 0; round <= 5; round++)
      for (const [key, server] of Object.entries(servers)) {
        const load = await loadPages(server, paths, connections, headers);
        if (round > 0) (rounds[key] ??= []).push(load);
      }
    await servers["node:http"].stop();
    const { site: siteRounds = [], ...others } = rounds;
    const title = `${name}, ${encoding}, ${connections} connections`;
    for (const [key, loads] of Object.entries(rounds)) {
      const cpuTimes = loads.map(({ cpuTime }) => cpuTime * 1000);
      rows[`${title}: CPU time of a request in µs: ${key}, least and median`] = [
        Math.min(...cpuTimes),
        median(cpuTimes),
      ];
      rows[`${title}: p99 in ms: ${key}, median`] = median(loads.map(({ p99 }) => p99));
    }
    const pick = (loads: Load[], field: keyof Load) => loads.map((load) => load[field]);
    for (const [key, loads] of Object.entries(others)) {
      const throughput = listRatios(pick(siteRounds, "perSecond"), pick(loads, "perSecond"));
      rows[`${title}: ratio of requests a second to ${key}, median and each round`] = throughput;
      const cpuTime = listRatios(pick(siteRounds, "cpuTime"), pick(loads, "cpuTime"));
      rows[`${title}: ratio of CPU time to ${key}, median and each round`] = cpuTime;
    }
  }
  await Promise.all([...Object.values(sites), backend].map((server) => server.stop()));
  return rows;
}

/** `cpuTime` is the CPU time of a request, and `p99` the latency that 99 % stay within, both in milliseconds. */
type Load = { perSecond: number; cpuTime: number; p99: number };

async function loadPages(server: RunningSite, paths: string[], connections: number, headers: Record<string, string>) {
  const before = readCpuTime(server);
  const { requests, duration, latency, non2xx, errors } = await autocannon({
    ...{ url: server.origin, requests: paths.map((path) => ({ path })), connections, headers, duration: 2 },
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} responses aren't pages, and ${errors} requests failed`);
  const cpuTime = (readCpuTime(server) - before) / requests.total;
  return { perSecond: requests.total / duration, cpuTime, p99: latency.p99 };
}

/** Writes the tests' content with `count` additional items. @returns the folder, and the paths of the items' pages */
function generateContent(count: number, source = testContent): { content: string; pages: string[] } {
  const content = mkdtempSync(join(folder, "content-"));
  cpSync(source, content, { recursive: true });
  const pages = Array.from({ length: count }, (_, number) => {
    const sample = samples[number % samples.length]!;
    const [kind] = sample.split("/");
    const item = join(content, kind!, `item-${number}`);
    cpSync(join(content, sample), item, { recursive: true });
    const file = join(item, "index.cn.md");
    // Removes `related`, because all copies would name the same few items.
    const text = readFileSync(file, "utf8").replace(/^related: .*\n/m, "");
    writeFileSync(file, text.replace(/^sku: .*$/m, `sku: SKU-${number}`));
    return `/${kind}/info/item-${number}`;
  });
  return { content, pages };
}

/**
 * Measures pages of items that nobody has requested yet, and compares them with React Router's template and with the
 * build in `BENCH_OTHER`, if set. The items come from an owner's backend, so the site sanitises their HTML.
 */
async function measureFirstVisits(): Promise<Rows> {
  const { backend, pages } = await startFilledBackend(2000);
  const servers: Record<string, RunningSite> = {
    ...(await startSites({ API_BASE_URL: backend.origin })),
    "React Router's template": await startTemplate(backend.origin),
  };
  const rows: Record<string, number[]> = {};
  for (let first = 0; first < pages.length; first += 100)
    for (const [name, server] of Object.entries(servers))
      (rows[name] ??= []).push(await visit(server, pages.slice(first, first + 100), 1));
  await Promise.all([...Object.values(servers), backend].map((server) => server.stop()));
  const result: Rows = {};
  for (const [name, times] of Object.entries(rows)) {
    // The first four rounds don't count, because V8 compiles the code in them.
    const warmTimes = times.slice(4);
    result[`CPU time of a first visit in ms: ${name}, median and each round`] = [median(warmTimes), ...warmTimes];
    if (name !== "site")
      result[`ratio to ${name}, median and each round`] = listRatios(rows["site"]!.slice(4), warmTimes);
  }
  return result;
}

/**
 * Measures the desk with 200, 1,000 and 5,000 additional items, alternating with the desk of the build in
 * `BENCH_OTHER`, if set.
 */
async function measureDeskResponses(): Promise<Rows> {
  const rows: Rows = {};
  for (const count of [200, 1000, 5000]) {
    const account = "zhou@qigu.example";
    const desks: Parameters<typeof measureDesks>[0] = {};
    for (const version of [resolve("."), process.env["BENCH_OTHER"]].filter((name) => name !== undefined)) {
      // Each version gets its own test content, because it may not know the fields of another.
      const { content } = generateContent(count, join(version, relative(".", testContent)));
      const variables = { CONTENT_DIR: content, DESK_ACCOUNTS: account, LOG_LEVEL: "info" };
      desks[version] = { site: await startSite(variables, version), content, account };
      editContent(content);
    }
    const times = await measureDesks(desks);
    await Promise.all(Object.values(desks).map(({ site }) => site.stop()));
    for (const [step, byVersion] of Object.entries(times))
      for (const [version, values] of Object.entries(byVersion))
        rows[`${count} items, ${step}, ms: ${version}`] = [median(values), ...values];
  }
  return rows;
}

/** Measures memory with 100,000 requests of 5,000 pages: first each one once, then some far more often than others. */
async function measureMemory(): Promise<Rows> {
  const { content, pages } = generateContent(5000);
  const site = await start({ DATA_DIR: join(folder, "generated"), CONTENT_DIR: content });
  const megabytes = [readResidentMegabytes(site)];
  await visit(site, pages, 16);
  megabytes.push(readResidentMegabytes(site));
  for (let part = 0; part < 10; part++) {
    await visit(site, chooseByPopularity(pages, 9500), 16);
    megabytes.push(readResidentMegabytes(site));
  }
  await site.stop();
  return { "resident MB: started, after 5,000, then each 9,500 requests": megabytes };
}

/** Chooses pages as visitors do: the n-th most popular is requested an n-th as often as the first (Zipf's law). */
function chooseByPopularity(pages: string[], count: number): string[] {
  return Array.from({ length: count }, () => pages[Math.floor(pages.length ** Math.random()) - 1]!);
}
