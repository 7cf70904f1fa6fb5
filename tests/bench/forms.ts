import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { openPage, visit } from "../setup/browser.ts";
import { createChromiumLaunch } from "../setup/chromium.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { startSite } from "../setup/running-site.ts";

/**
 * Entry of `npm run bench:forms`: measures in a browser the time from the click on "send" until the confirmation is
 * visible.
 */
const folder = mkdtempSync(join(tmpdir(), "bench-forms-"));
const content = compileTestContent();
const api = createEmbeddedApi(content.index);
const browser = await chromium.launch(await createChromiumLaunch());
const slow = await startBackend(async (request) => {
  if (new URL(request.url).pathname !== "/guestbook") return api(request);
  await sleep(5000);
  return Response.json({ code: 0, data: { id: 1 } });
});

console.log(`embedded          ${describe(await measure("embedded", 9, {}))}`);
console.log(`a backend of 5 s  ${describe(await measure("slow", 5, { API_BASE_URL: slow.origin }))}`);

await browser.close();
await slow.stop();
content.dispose();
rmSync(folder, { recursive: true, force: true });

/** Sends this number of messages, and returns the duration of each in milliseconds, the shortest first. */
async function measure(name: string, times: number, variables: Record<string, string>): Promise<number[]> {
  const site = await startSite({ DATA_DIR: join(folder, name), LOG_LEVEL: "warn", ...variables });
  const { page, close } = await visit(browser, site.origin);
  const durations: number[] = [];
  for (let n = 0; n < times; n++) {
    await openPage(page, "/contact-us");
    await page.getByLabel("姓名").fill("王伟");
    await page.getByLabel("联系方式").fill("13812345678");
    await page.getByLabel("内容").fill(`第 ${n} 封`);
    await page.waitForTimeout(1000);
    const start = performance.now();
    await page.getByRole("button", { name: "提交留言" }).click();
    await page.getByRole("heading", { name: "留言已收到" }).waitFor();
    durations.push(performance.now() - start);
  }
  await close();
  await site.stop();
  return durations.sort((a, b) => a - b);
}

function describe(durations: number[]): string {
  const median = durations[Math.floor(durations.length / 2)]!;
  const range = `${Math.round(durations[0]!)} to ${Math.round(durations.at(-1)!)}`;
  return `median ${Math.round(median)} ms (${range} ms, ${durations.length} messages)`;
}
