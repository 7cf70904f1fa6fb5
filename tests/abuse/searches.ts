import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { createWord, searchFamilies, type Attack } from "./search-senders.ts";

/**
 * `npm run abuse -- searches [FAMILY …]`: measures another visitor's searches, each for a word of its own, on the quiet site, while
 * senders of a family search, and afterwards. `ABUSE_FOLDER` names another built version, `ABUSE_SENDERS` and `ABUSE_SECONDS` how
 * many senders there are, and how long they send.
 */
const senders = Number(process.env["ABUSE_SENDERS"] ?? 3);
const seconds = Number(process.env["ABUSE_SECONDS"] ?? 60);
const quietSeconds = Number(process.env["ABUSE_QUIET"] ?? 15);
const pauseMs = 150;

/** The visitor's search may take so many times as long as on the quiet site. */
const maxTimesLonger = 2;

let words = 1_000_000;

async function search({ origin }: RunningSite): Promise<number> {
  const start = performance.now();
  const headers = { "X-Forwarded-For": "198.51.100.7" };
  try {
    const response = await fetch(`${origin}/search?q=${createWord(++words)}`, {
      ...{ headers, redirect: "manual", signal: AbortSignal.timeout(10_000) },
    });
    await response.arrayBuffer();
    return response.ok ? performance.now() - start : Infinity;
  } catch {
    return Infinity;
  }
}

/** Returns the median and the 95th percentile in milliseconds. A search that isn't answered within 10 s counts as infinite. */
async function measure(site: RunningSite, forSeconds: number) {
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1000;
  while (performance.now() < end) {
    times.push(await search(site));
    await sleep(pauseMs);
  }
  times.sort((a, b) => a - b);
  const pick = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)]!);
  return {
    median: pick(0.5),
    p95: pick(0.95),
    max: pick(1),
    unanswered: times.filter((time) => time === Infinity).length,
  };
}

export async function runSearchFamily(family: Attack["family"]) {
  const site = await startSite({ TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "error" }, process.env["ABUSE_FOLDER"]);
  // The pages of the sitemap are rendered first.
  await sleep(8000);
  await measure(site, 3);
  const quiet = await measure(site, quietSeconds);
  const workerData: Attack = { origin: site.origin, family, senders, seconds };
  const worker = new Worker(new URL("search-senders.ts", import.meta.url), { workerData });
  const [attacked, [outcomes]] = await Promise.all([measure(site, seconds), once(worker, "message")]);
  const after = await measure(site, quietSeconds);
  await site.stop();
  const isHeldUp = attacked.p95 > maxTimesLonger * quiet.p95;
  return {
    ...{ family, "p95 quiet": quiet.p95, "p95 attacked": attacked.p95, "p95 after": after.p95 },
    ...{
      times: Math.round((attacked.p95 / quiet.p95) * 10) / 10,
      "median quiet": quiet.median,
      "median attacked": attacked.median,
    },
    ...{ unanswered: attacked.unanswered, outcomes: JSON.stringify(outcomes) },
    problems: isHeldUp ? [`another visitor's search takes ${attacked.p95} ms`] : [],
  };
}

export const searchFamilyNames = Object.keys(searchFamilies) as Attack["family"][];
