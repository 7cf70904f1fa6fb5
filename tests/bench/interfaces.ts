import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchPage, measure, median, startLoggingReference, startReference, startServer } from "./processes.ts";

/** Headers that Node or the reference sets itself. */
const ownHeaders = new Set(["connection", "date", "keep-alive", "x-request-id"]);

/**
 * Measures what a cached page costs with documented interfaces alone: a bare server, the same one with the page's headers, a line
 * of the log and a metric for each request, and the site.
 */
export async function measureInterfaces() {
  const folder = mkdtempSync(join(tmpdir(), "bench-interfaces-"));
  const load = { targets: ["/product/list"], headers: { "Accept-Encoding": "br" }, connections: 32, seconds: 2 };
  const site = await startServer();
  await measure(site, { ...load, connections: 1, seconds: undefined, requests: 200 });
  const page = await fetchPage(site.port, "/product/list", "br");
  const file = join(folder, "page");
  writeFileSync(file, page.bytes);
  const headers = Object.fromEntries(
    Object.entries(page.headers).flatMap(([name, value]) =>
      ownHeaders.has(name) || typeof value !== "string" ? [] : [[name, value]],
    ),
  );
  const bare = await startReference(file, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" });
  const logging = await startLoggingReference(file, headers);
  const servers = { bare, logging, site };
  const cpuTimes = { bare: [] as number[], logging: [] as number[], site: [] as number[] };
  const rates = { bare: [] as number[], logging: [] as number[], site: [] as number[] };
  for (const server of Object.values(servers)) await measure(server, load);
  for (let round = 0; round < 7; round++) {
    for (const name of ["bare", "logging", "site"] as const) {
      const { cpuMicroseconds, perSecond } = await measure(servers[name], load);
      cpuTimes[name].push(cpuMicroseconds);
      rates[name].push(perSecond);
    }
  }
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  rmSync(folder, { recursive: true });
  const compare = (name: "logging" | "site") => rates[name].map((rate, round) => rate / rates.bare[round]!);
  return {
    "CPU time of a request, bare node:http, µs": [median(cpuTimes.bare), ...cpuTimes.bare],
    "CPU time with headers, log and metric, µs": [median(cpuTimes.logging), ...cpuTimes.logging],
    "CPU time of the site, µs": [median(cpuTimes.site), ...cpuTimes.site],
    "ratio of throughput, headers, log and metric to bare": [median(compare("logging")), ...compare("logging")],
    "ratio of throughput, site to bare": [median(compare("site")), ...compare("site")],
  };
}
