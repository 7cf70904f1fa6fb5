import { readFileSync } from "node:fs";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import type { RunningSite } from "#tests/setup/site/running-site.ts";

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Divides the site's time by the reference's in each round. @returns the median, then each round's ratio */
export function listRatios(site: number[], reference: number[]): number[] {
  const ratios = site.map((value, round) => value / reference[round]!);
  return [median(ratios), ...ratios];
}

/** Returns the CPU time of a process and all its threads in milliseconds. Linux counts it in hundredths of a second. */
export function readCpuTime({ pid }: RunningSite): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const values = fields.split(" ");
  return (Number(values[11]) + Number(values[12])) * 10;
}

export function readResidentMegabytes({ pid }: RunningSite): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

/** Requests pages over several connections at the same time. @returns the server's CPU time per page in milliseconds */
export async function visit(server: RunningSite, pages: string[], connections: number): Promise<number> {
  const before = readCpuTime(server);
  const waitingPages = pages.values();
  const visitPages = async () => {
    for (const page of waitingPages) {
      const { status } = await requestPlain(server, page);
      if (status !== 200) throw new Error(`${page} has the status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, visitPages));
  return (readCpuTime(server) - before) / pages.length;
}
