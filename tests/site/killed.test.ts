import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { fresh, until } from "../setup/guestbook-form.ts";
import { inbox } from "../setup/inbox.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "killed-"));
const content = compiledContent();
const door = createEmbeddedApi(content.index);
const posts: { key: string | null; body: unknown }[] = [];
let backend: Awaited<ReturnType<typeof startBackend>>;
beforeAll(async () => {
  backend = await startBackend(async (incoming) => {
    if (new URL(incoming.url).pathname !== "/guestbook") return door(incoming);
    posts.push({ key: incoming.headers.get("Idempotency-Key"), body: await incoming.json() });
    return Response.json({ code: 0, data: { id: 1 } });
  });
});
afterAll(async () => {
  await backend.stop();
  content.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Posts from an address of its own, as another visitor: limits are for each. */
function postFrom(
  localAddress: string,
  site: RunningSite,
  fields: Record<string, string>,
): Promise<string | undefined> {
  const body = new URLSearchParams(fields).toString();
  return new Promise((done) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) };
    const sent = request(`${site.origin}/contact-us`, { method: "POST", localAddress, headers }, (response) => {
      response.resume();
      done(/reference=(\w{8})$/.exec(response.headers.location ?? "")?.[1]);
    });
    sent.on("error", () => done(undefined));
    sent.end(body);
  });
}

test("killed again and again while visitors write, it loses nothing that was said to be received", async () => {
  const shown = new Set<string>();
  // Below the ports that connections are given: the next start must find it free.
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
        const reference = await postFrom(`127.1.${kill}.${client + 1}`, site, fresh());
        if (reference) shown.add(reference);
      }
    });
    await sleep(150 + Math.random() * 150);
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
  const kept = await inbox(folder);
  expect(shown.size).toBeGreaterThan(20);
  for (const reference of shown) expect(kept.some((one) => one.reference === reference)).toBe(true);
  // What the killed processes had begun is taken up when their leases are over; what they hadn't, at once.
  await until(async () => (await inbox(folder)).every(({ status }) => status === "delivered"), 60_000);
  expect(new Set(posts.map(({ key }) => key)).size).toBe(kept.length);
  const keyOf = new Map(posts.map(({ key, body }) => [JSON.stringify(body), key]));
  for (const { key, body } of posts) expect(key).toBe(keyOf.get(JSON.stringify(body)));
  await last.stop();
}, 120_000);
