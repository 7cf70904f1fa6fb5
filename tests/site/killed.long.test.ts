import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { createFields, waitUntil } from "../setup/guestbook-form.ts";
import { readInbox } from "../setup/inbox.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "killed-"));
const content = compileTestContent();
const api = createEmbeddedApi(content.index);
const posts: { key: string | null; body: unknown }[] = [];
let backend: Awaited<ReturnType<typeof startBackend>>;
beforeAll(async () => {
  backend = await startBackend(async (incoming) => {
    if (new URL(incoming.url).pathname !== "/guestbook") return api(incoming);
    posts.push({ key: incoming.headers.get("Idempotency-Key"), body: await incoming.json() });
    return Response.json({ code: 0, data: { id: 1 } });
  });
});
afterAll(async () => {
  await backend.stop();
  content.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Posts from its own local address, because rate limits are for each address. */
function postFrom(
  localAddress: string,
  site: RunningSite,
  fields: Record<string, string>,
): Promise<string | undefined> {
  const body = new URLSearchParams(fields).toString();
  return new Promise((resolve) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) };
    const clientRequest = request(
      `${site.origin}/contact-us`,
      { method: "POST", localAddress, headers },
      (response) => {
        response.resume();
        resolve(/reference=(\w{8})$/.exec(response.headers.location ?? "")?.[1]);
      },
    );
    clientRequest.on("error", () => resolve(undefined));
    clientRequest.end(body);
  });
}

test("a site that is killed repeatedly while visitors write loses no confirmed message", async () => {
  const confirmedReferences = new Set<string>();
  // The port is below the ephemeral range, so that it is free at the next start.
  const port = String(24_000 + (process.pid % 4000));
  for (let kill = 0; kill < 20; kill++) {
    const site = await startSite({
      DATA_DIR: folder,
      API_BASE_URL: backend.origin,
      API_TIMEOUT_MS: "5000",
      PORT: port,
    });
    const isOver = { now: false };
    const clients = Array.from({ length: 4 }, async (_, client) => {
      while (!isOver.now) {
        const reference = await postFrom(`127.1.${kill}.${client + 1}`, site, createFields());
        if (reference) confirmedReferences.add(reference);
      }
    });
    // This kills the site in the middle of requests, however busy the machine is.
    const countBefore = confirmedReferences.size;
    await expect.poll(() => confirmedReferences.size).toBeGreaterThan(countBefore);
    await sleep(Math.random() * 150);
    await site.stop("SIGKILL");
    isOver.now = true;
    await Promise.all(clients);
  }
  const last = await startSite({
    DATA_DIR: folder,
    API_BASE_URL: backend.origin,
    API_TIMEOUT_MS: "5000",
    PORT: port,
  });
  const submissions = await readInbox(folder);
  expect(confirmedReferences.size).toBeGreaterThanOrEqual(20);
  for (const reference of confirmedReferences)
    expect(submissions.some((submission) => submission.reference === reference)).toBe(true);
  // Attempts of the killed processes are retried after their leases, others at once.
  await waitUntil(async () => (await readInbox(folder)).every(({ status }) => status === "delivered"), 60_000);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(submissions.length);
  const keysByBody = new Map(posts.map(({ key, body }) => [JSON.stringify(body), key]));
  for (const { key, body } of posts) expect(key).toBe(keysByBody.get(JSON.stringify(body)));
  await last.stop();
});
