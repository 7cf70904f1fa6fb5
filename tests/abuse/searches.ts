import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";
import { createWord, searchFamilies, type Attack } from "./search-senders.ts";

type Options = {
  senders: number;
  seconds: number;
  quietSeconds: number;
  /** Folder of another built version of the site. */
  folder?: string | undefined;
};

const defaultOptions: Options = { senders: 3, seconds: 60, quietSeconds: 20 };

/** Milliseconds that the site gets after its start to render the pages of the sitemap. */
const warmingTime = 8000;

/** Milliseconds between two searches of the measured visitor. */
const pause = 150;

/** Milliseconds after which a search counts as unanswered. */
const maxWait = 10_000;

/** Maximum time of the measured visitor's search, as a multiple of its time on the quiet site. */
const maxTimesLonger = 2;

let wordNumber = 1_000_000;

/** Searches as the measured visitor. @returns milliseconds; `Infinity` without an answer */
async function search({ origin }: RunningSite): Promise<number> {
  const start = performance.now();
  const headers = { "X-Forwarded-For": "198.51.100.7" };
  try {
    const signal = AbortSignal.timeout(maxWait);
    const response = await fetch(`${origin}/search?q=${createWord(++wordNumber)}`, {
      headers,
      redirect: "manual",
      signal,
    });
    await response.arrayBuffer();
    return response.ok ? performance.now() - start : Infinity;
  } catch {
    return Infinity;
  }
}

/** Measures searches for some seconds, each for another word, so that no cache answers. */
async function measure(site: RunningSite, seconds: number) {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    times.push(await search(site));
    await sleep(pause);
  }
  times.sort((a, b) => a - b);
  const pick = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)]!);
  return { median: pick(0.5), p95: pick(0.95), unanswered: times.filter((time) => time === Infinity).length };
}

/** Measures a visitor's searches before, during and after the requests of a family's senders. */
export async function runSearchFamily(family: Attack["family"], options: Partial<Options> = {}) {
  const { senders, seconds, quietSeconds, folder } = { ...defaultOptions, ...options };
  const site = await startSite({ TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "error" }, folder);
  await sleep(warmingTime);
  await measure(site, 3);
  const quietTimes = await measure(site, quietSeconds);
  const workerData: Attack = { origin: site.origin, family, senders, seconds };
  const worker = new Worker(new URL("search-senders.ts", import.meta.url), { workerData });
  const [attackTimes, [outcomes]] = await Promise.all([measure(site, seconds), once(worker, "message")]);
  const laterTimes = await measure(site, quietSeconds);
  await site.stop();
  const isHeldUp = attackTimes.p95 > maxTimesLonger * quietTimes.p95;
  return {
    family,
    "p95 quiet, ms": quietTimes.p95,
    attacked: attackTimes.p95,
    after: laterTimes.p95,
    "median quiet, ms": quietTimes.median,
    "attacked ": attackTimes.median,
    "after ": laterTimes.median,
    unanswered: attackTimes.unanswered,
    "responses to the senders": JSON.stringify(outcomes),
    problems: isHeldUp ? ["another visitor's search takes more than twice its quiet time"] : [],
  };
}

export const searchFamilyNames = Object.keys(searchFamilies) as Attack["family"][];
