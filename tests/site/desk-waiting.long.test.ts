import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitForLock } from "#app/services/runtime/process-lock.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const desk = setUpDeskSite("zhou@qigu.example");
const read = async (path: string) => {
  const response = await fetch(desk.site.origin + path, { headers: desk.getHeaders() });
  expect(response.status, path).toBe(200);
  return response.text();
};

test("while another process locks the releases, the desk responds and names that process, and continues afterwards", async () => {
  appendFileSync(join(desk.content, "product/gan-cao/index.cn.md"), "\n新的一段。\n");
  const file = join(desk.DATA_DIR, "releases", "lock");
  const lock = await waitForLock(file, { work: "npm run publish", maxWaitMs: 10_000 });
  const holder = `正在等待另一个进程：npm run publish（编号 ${process.pid}），从 `;
  try {
    const page = await read("/desk/publish");
    expect(page).toContain("正在查看有哪些改动……");
    expect(page).toContain(holder);
    expect(await read("/desk")).toContain("正在查看有哪些改动……");
    expect(await read("/desk/releases")).toContain("访客现在看到的");
    expect(await read("/desk/history?part=product/gan-cao")).toContain("甘草");
    const options = { method: "POST", headers: desk.getHeaders(), body: new URLSearchParams({ intent: "publish" }) };
    const publishResponse = await fetch(`${desk.site.origin}/desk/publish`, { ...options, redirect: "manual" });
    expect([publishResponse.status, publishResponse.headers.get("Location")]).toEqual([303, "/desk/publish"]);
    const publishing = await read("/desk/publish");
    expect(publishing).toMatch(/正在发布……[^]*已用 \d+ 秒/);
    expect(publishing).toContain(holder);
  } finally {
    lock.release();
  }
  const done = await desk.open("/desk/publish");
  expect(done.headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=published$/);
});
