import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { until } from "../setup/guestbook-form.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "delivering-"));
const content = compiledContent();
const door = createEmbeddedApi(content.index);

/** What the backend has kept, by key: a second request with a key that it knows changes nothing. */
const kept = new Map<string, number>();
/** How the backend answers a message, by the name in it. */
const answers: Record<string, (times: number) => Promise<Response>> = {
  async late() {
    await sleep(3500);
    return Response.json({ code: 4002, message: "号码已停用" });
  },
  // It has processed the message, but nobody hears of it.
  lost: (times) => (times <= 2 ? Promise.reject(new Error("cut off")) : ok()),
};
const requestIds: (string | null)[] = [];
const ok = () => Promise.resolve(Response.json({ code: 0, data: { id: 1 } }));

let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;
beforeAll(async () => {
  backend = await startBackend(async (request) => {
    if (new URL(request.url).pathname !== "/guestbook") return door(request);
    const key = request.headers.get("Idempotency-Key")!;
    const { name } = (await request.json()) as { name: string };
    kept.set(key, (kept.get(key) ?? 0) + 1);
    requestIds.push(request.headers.get("X-Request-Id"));
    return answers[name]!(kept.get(key)!);
  });
  site = await startSite({ DATA_DIR: folder, API_BASE_URL: backend.origin });
});
afterAll(async () => {
  await Promise.all([site.stop(), backend.stop()]);
  content.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function post(fields: Record<string, string>) {
  const body = new URLSearchParams({ contact: "13812345678", content: "你好", ...fields });
  return fetch(`${site.origin}/contact-us`, { method: "POST", body, redirect: "manual" });
}

test("what the backend refuses later than the first try is said on the confirmation page, and stays there", async () => {
  const sent = await post({ name: "late" });
  expect(sent.status).toBe(303);
  const page = async () => (await fetch(new URL(sent.headers.get("Location")!, site.origin))).text();
  expect(await page()).not.toContain("号码已停用");
  await until(async () => (await page()).includes("我们的系统没有接受这一份：号码已停用"), 15_000);
});

test("a backend that processed a message but whose answer was lost sees the same key again, and no other", async () => {
  kept.clear();
  requestIds.length = 0;
  const sent = await post({ name: "lost" });
  expect(sent.status).toBe(303);
  await until(() => [...kept.values()][0] === 3, 15_000);
  expect(kept.size).toBe(1);
  // The first try has the visitor's id (and with it the retry of that call), the later one has its own.
  const [first, retried, later] = requestIds;
  expect([first, retried]).toEqual(Array(2).fill(sent.headers.get("X-Request-Id")));
  expect(later).toMatch(/^[\w-]{36}$/);
  expect(later).not.toBe(first);
  await until(() => site.output().includes(`"requestId":"${later}","submission"`));
});

test("a form that is sent sooner than a person could write comes back with what is in it", async () => {
  const response = await post({ name: "late", content: "<quick>", elapsed: "120" });
  expect(response.status).toBe(422);
  expect(await response.text()).toMatch(/像是程序在填[\s\S]*&lt;quick&gt;<\/textarea>/);
});
