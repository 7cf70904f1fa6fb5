import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "delivering-"));
const content = compileTestContent();
const api = createEmbeddedApi(content.index);

/** Submissions in the backend by key. A repeated key changes nothing. */
const submissionsByKey = new Map<string, number>();
/** Responses of the backend, by the name in the message. */
const responders: Record<string, (times: number) => Promise<Response>> = {
  async late() {
    await sleep(3500);
    return Response.json({ code: 4002, message: "号码已停用" });
  },
  // The backend has processed the message, but the response is lost.
  lost: (times) => (times <= 2 ? Promise.reject(new Error("cut off")) : respondOk()),
};
const requestIds: (string | null)[] = [];
const respondOk = () => Promise.resolve(Response.json({ code: 0, data: { id: 1 } }));

let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;
beforeAll(async () => {
  backend = await startBackend(async (request) => {
    if (new URL(request.url).pathname !== "/guestbook") return api(request);
    const key = request.headers.get("Idempotency-Key")!;
    const { name } = (await request.json()) as { name: string };
    submissionsByKey.set(key, (submissionsByKey.get(key) ?? 0) + 1);
    requestIds.push(request.headers.get("X-Request-Id"));
    return responders[name]!(submissionsByKey.get(key)!);
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

test("a submission that the backend refuses at a retry is marked as refused on the confirmation page", async () => {
  const response = await post({ name: "late" });
  expect(response.status).toBe(303);
  const readPage = async () => (await fetch(new URL(response.headers.get("Location")!, site.origin))).text();
  expect(await readPage()).not.toContain("号码已停用");
  await waitUntil(async () => (await readPage()).includes("我们的系统未能接受这份内容：号码已停用"));
});

test("a backend that processed a message but whose response was lost receives the same key again", async () => {
  submissionsByKey.clear();
  requestIds.length = 0;
  const response = await post({ name: "lost" });
  expect(response.status).toBe(303);
  await waitUntil(() => [...submissionsByKey.values()][0] === 3);
  expect(submissionsByKey.size).toBe(1);
  // The first attempt and its retry have the visitor's request id, the later one has its own.
  const [firstId, retriedId, laterId] = requestIds;
  expect([firstId, retriedId]).toEqual(Array(2).fill(response.headers.get("X-Request-Id")));
  expect(laterId).toMatch(/^[\w-]{36}$/);
  expect(laterId).not.toBe(firstId);
  await waitUntil(() => site.output().includes(`"requestId":"${laterId}","submission"`));
});

test("a form that is sent faster than a person could type is returned with its values", async () => {
  const response = await post({ name: "late", content: "<quick>", elapsed: "120" });
  expect(response.status).toBe(422);
  expect(await response.text()).toMatch(/疑似程序操作[\s\S]*&lt;quick&gt;<\/textarea>/);
});
