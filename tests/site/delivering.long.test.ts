import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFields, getReference, post, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { startSite } from "#tests/setup/site/running-site.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

type Post = { key: string | null; requestId: string | null; body: { name: string } };
const posts: Post[] = [];
const respondOk = () => Promise.resolve(Response.json({ code: 0, data: { id: 1 } }));
/** Responses of the backend, by the name in the message. Messages with other names are accepted. */
const responders: Record<string, () => Promise<Response>> = {
  async late() {
    await sleep(3500);
    return Response.json({ code: 4002, message: "号码已停用" });
  },
  // The backend has processed the message, but the response is lost.
  lost: () => (listPosts("lost").length <= 2 ? Promise.reject(new Error("cut off")) : respondOk()),
};
const listPosts = (name: string) => posts.filter(({ body }) => body.name === name);

const backend = await setUpBackend();
backend.responders.set("/guestbook", async (request) => {
  const { headers } = request;
  const body = (await request.json()) as Post["body"];
  posts.push({ key: headers.get("Idempotency-Key"), requestId: headers.get("X-Request-Id"), body });
  return (responders[body.name] ?? respondOk)();
});
const site = setUpSite(() => ({ API_BASE_URL: backend.origin }));

test("a submission that the backend refuses at a retry is marked as refused on the confirmation page", async () => {
  const response = await post(site, { ...createFields(), name: "late" });
  expect(response.status).toBe(303);
  const readPage = async () => (await fetch(new URL(response.headers.get("Location")!, site.origin))).text();
  expect(await readPage()).not.toContain("号码已停用");
  await waitUntil(async () => (await readPage()).includes("但系统未能接受，您也可以修改后再提交。原因：号码已停用"));
});

test("a backend that processed a message but whose response was lost receives the same key again", async () => {
  const response = await post(site, { ...createFields(), name: "lost" });
  expect(response.status).toBe(303);
  await waitUntil(() => listPosts("lost").length === 3);
  expect(new Set(listPosts("lost").map(({ key }) => key)).size).toBe(1);
  // The first attempt and its retry have the visitor's request id. The later attempt has its own.
  const [firstId, retriedId, laterId] = listPosts("lost").map(({ requestId }) => requestId);
  expect([firstId, retriedId]).toEqual(Array(2).fill(response.headers.get("X-Request-Id")));
  expect(laterId).toMatch(/^[\w-]{36}$/);
  expect(laterId).not.toBe(firstId);
  await waitUntil(() => site.output().includes(`"requestId":"${laterId}","submission"`));
});

test("a form that is sent faster than a person could type is returned with its values", async () => {
  const response = await post(site, { ...createFields(), content: "<quick>", elapsed: "120" });
  expect(response.status).toBe(422);
  expect(await response.text()).toMatch(/表单打开不到一秒就提交了[\s\S]*&lt;quick&gt;<\/textarea>/);
});

test("a site that is killed repeatedly while visitors write loses no confirmed message", async () => {
  posts.length = 0;
  const DATA_DIR = createTestFolder();
  const confirmedReferences = new Set<string>();
  const variables = { DATA_DIR, TRUST_PROXY: "127.0.0.1", PORT: String(await findFreePort()) };
  const start = () => startSite({ ...variables, API_BASE_URL: backend.origin, API_TIMEOUT_MS: "5000" });
  for (let kill = 0; kill < 20; kill++) {
    const killedSite = await start();
    const isOver = { now: false };
    const clients = Array.from({ length: 4 }, async (_, client) => {
      // Each client has its own address, because rate limits are for each address.
      const headers = { "X-Forwarded-For": `203.0.${kill}.${client + 1}` };
      while (!isOver.now) {
        const response = await post(killedSite, createFields(), headers).catch(() => undefined);
        const reference = response && getReference(response);
        if (reference) confirmedReferences.add(reference);
      }
    });
    // Waits for a response, so that the kill interrupts requests however busy the machine is.
    const countBefore = confirmedReferences.size;
    await expect.poll(() => confirmedReferences.size).toBeGreaterThan(countBefore);
    await sleep(Math.random() * 150);
    await killedSite.stop("SIGKILL");
    isOver.now = true;
    await Promise.all(clients);
  }
  const last = await start();
  const submissions = await readInbox(DATA_DIR);
  expect(confirmedReferences.size).toBeGreaterThanOrEqual(20);
  const storedReferences = submissions.map(({ reference }) => reference);
  for (const reference of confirmedReferences) expect(storedReferences).toContain(reference);
  // Deliveries that a killed process had begun are retried after their leases expire, all other deliveries at once.
  await waitUntil(async () => (await readInbox(DATA_DIR)).every(({ status }) => status === "delivered"), 60_000);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(submissions.length);
  const keysByBody = new Map(posts.map(({ key, body }) => [JSON.stringify(body), key]));
  for (const { key, body } of posts) expect(key).toBe(keysByBody.get(JSON.stringify(body)));
  await last.stop();
});
