import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHostileKeyword } from "../setup/hostile-keywords.ts";
import { requestPlain } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

/** Maximum growth of the process in bytes during 5,000 searches, after 5,000 searches that warm it up. */
const maxGrowth = 64 * 1024 * 1024;

let site: RunningSite;
beforeAll(async () => {
  // V8 collects late where memory is plenty, so only a small heap shows what the site needs. The small page cache is full
  // before the first measurement.
  site = await startSite({ LOG_LEVEL: "error", NODE_OPTIONS: "--max-old-space-size=256", PAGE_CACHE_MB: "32" });
});
afterAll(() => site.stop());

test("10,000 different hostile searches get pages, and need no more memory than 5,000", async ({ skip }) => {
  skip(!existsSync("/proc/self/status"), "memory of a process is read from /proc");
  await search(0, 5_000);
  const bytesBefore = readResidentBytes(site.pid);
  await search(5_000, 10_000);
  expect(readResidentBytes(site.pid)).toBeLessThan(bytesBefore + maxGrowth);
  expect(site.output()).not.toMatch(/"level":(50|60)/);
}, 1_800_000);

/** Sends the searches of a range of numbers, eight at a time. */
async function search(start: number, end: number): Promise<void> {
  let next = start;
  const send = async () => {
    while (next < end) {
      const number = next++;
      const keyword = encodeURIComponent(createHostileKeyword(number));
      const path = ["/search?q=", "/en/search/suggest?q=", "/product/list?keyword=", "/en/search?q="][number % 4]!;
      const { status, body } = await requestPlain(site, path + keyword);
      if (status !== 200) throw new Error(`${status} for ${path}${keyword}`);
      if (body.includes("<b> ") || body.includes("\u202e")) throw new Error(`unescaped: ${path}${keyword}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
}

function readResidentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) * 1024;
}
