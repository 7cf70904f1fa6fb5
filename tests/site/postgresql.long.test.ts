import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import type { Transport } from "../../app/services/api/client.ts";
import { createRepository } from "../../app/services/submissions/repository.ts";
import type { Submission } from "../../app/services/submissions/inbox/submission-list.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { createFreshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { createFields, post, getReference, waitUntil } from "../setup/guestbook-form.ts";
import { startPostgres, getMissingPostgresReason, type RunningPostgres } from "../setup/postgres.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { startSilentProxy } from "../setup/silent-proxy.ts";
import { formatName } from "../setup/skipped.ts";

const reason = getMissingPostgresReason();

/** Number of client addresses so far. Each request has a new one, because rate limits are for each address. */
let visitors = 0;
const createVisitor = () => createHeaders(`203.0.${++visitors >> 8}.${visitors & 255}`);
const createHeaders = (address: string) => ({ "X-Forwarded-For": address });
/** The sites trust the test as their proxy. */
const behindTest = { TRUST_PROXY: "127.0.0.1" };

function run(file: string, variables: Record<string, string>, ...args: string[]) {
  return spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", ...variables },
    encoding: "utf8",
    timeout: 60_000,
  });
}

test.each(["server/start.ts", "scripts/inbox.ts"])(
  "%s: an unreachable PostgreSQL gives one message without the password, and exit code 1",
  (file) => {
    const { status, stderr } = run(file, { DATABASE_URL: "postgres://site:hidden@127.0.0.1:1/herbs" }, "list");
    expect(stderr.trim()).toBe(
      "DATABASE_URL: PostgreSQL at 127.0.0.1:1/herbs can't be used: connect ECONNREFUSED 127.0.0.1:1",
    );
    expect(status).toBe(1);
  },
);

describe.skipIf(reason !== undefined)(formatName("two processes on one PostgreSQL", reason), () => {
  const content = compileTestContent();
  const embeddedApi = createEmbeddedApi(content.index);
  const respondOk: Transport = async () => Response.json({ code: 0, data: { id: 1 } });
  const respondBusy: Transport = async () => new Response("busy", { status: 503 });
  let respond: Transport;
  /** Keys of received submissions, by destination. */
  const receivedKeys: Record<string, string[]> = { "/guestbook": [], "/hook": [] };
  let storage: FreshDatabase;
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let sites: [RunningSite, RunningSite];

  beforeAll(async () => {
    backend = await startBackend(async (request) => {
      const keys = receivedKeys[new URL(request.url).pathname];
      if (!keys) return embeddedApi(request);
      await sleep(20);
      const response = await respond(request);
      if (response.ok) keys.push(request.headers.get("Idempotency-Key")!);
      return response;
    });
    storage = await createFreshDatabase("PostgreSQL");
    const variables = { ...storage.variables, ...behindTest, WEBHOOK_URL: `${backend.origin}/hook` };
    const start = () => startSite({ ...variables, API_BASE_URL: backend.origin });
    sites = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await backend.stop();
    await storage.remove();
    content.dispose();
  });

  async function readSubmissions(): Promise<Submission[]> {
    const { status, stdout, stderr } = run("scripts/inbox.ts", storage.variables, ...["list", "--json"]);
    expect([status, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout) as Submission[];
  }

  test("each of forty submissions to both sites is delivered once to each destination", async () => {
    respond = respondBusy;
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => post(sites[n % 2]!, createFields(), createVisitor())),
    );
    const references = responses.map(getReference);
    expect(new Set(references).size).toBe(40);
    expect(receivedKeys).toEqual({ "/guestbook": [], "/hook": [] });
    respond = respondOk;
    await waitUntil(() => receivedKeys["/guestbook"]!.length >= 40 && receivedKeys["/hook"]!.length >= 40, 60_000);
    await sleep(1500);
    for (const keys of Object.values(receivedKeys)) expect([keys.length, new Set(keys).size]).toEqual([40, 40]);
    const all = await readSubmissions();
    expect(new Set(all.map(({ reference }) => reference))).toEqual(new Set(references));
    expect(all.every(({ status }) => status === "delivered")).toBe(true);
  });

  test("if a site is killed during a delivery, the other one continues after the lease", async () => {
    let callCount = 0;
    respond = () => (callCount++, new Promise(() => {}));
    const pendingPost = post(sites[0], createFields(), createVisitor()).catch(() => undefined);
    await waitUntil(() => callCount === 2);
    await sites[0].stop("SIGKILL");
    await pendingPost;
    respond = respondOk;
    const database = await storage.open();
    await sleep(7000);
    const [latestSubmission] = await createRepository(database).list();
    expect(latestSubmission!.status).toBe("pending");
    // Ends the leases, as if a minute had passed.
    await database.updateTable("delivery").set({ lease_until: 0 }).where("status", "=", "pending").execute();
    await waitUntil(async () => (await createRepository(database).list())[0]!.status === "delivered");
  });
});

describe.skipIf(reason !== undefined)(formatName("a PostgreSQL that becomes unavailable", reason), () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  /** Expects what a visitor gets while the database is unavailable. */
  async function expectNoStorage(site: RunningSite): Promise<void> {
    const forms = [
      ["/contact-us", createFields()],
      ["/quotation", { intent: "send", item: "huang-qi", quantity: "3", ...createFields(), message: "“引号”" }],
    ] as const;
    for (const [path, fields] of forms) {
      const response = await post(site, fields, createVisitor(), path);
      expect(response.status).toBe(503);
      const html = await response.text();
      expect(html).toContain("保存失败");
      expect(html).toContain("“引号”</textarea>");
      expect((await fetch(`${site.origin}/en/product/list`)).status).toBe(200);
    }
  }

  /** Expects that a visitor with any token counts as anonymous, and others are unaffected. */
  async function expectNoLogins(site: RunningSite): Promise<void> {
    const get = (path: string, cookie = "") =>
      fetch(site.origin + path, { redirect: "manual", headers: { Cookie: cookie } });
    for (let n = 0; n < 8; n++) {
      const page = await get(`/news/list?keyword=${n}`, "token=whatever");
      expect([page.status, page.headers.get("Set-Cookie")]).toEqual([200, null]);
    }
    expect((await get("/about-us", "token=whatever")).status).toBe(503);
    expect((await get("/about-us")).status).toBe(303);
    for (const path of ["/search?q=huang", "/product/list?keyword=unseen"]) expect((await get(path)).status).toBe(200);
  }

  test("while PostgreSQL is stopped a form is returned with its values; after its start everything works", async () => {
    const site = await startSite({ DATABASE_URL: postgres.url, GUARDED_ROUTES: "/about-us", ...behindTest });
    expect((await post(site, createFields(), createVisitor())).status).toBe(303);
    await postgres.stop();
    await expectNoStorage(site);
    await expectNoLogins(site);
    await postgres.start();
    expect((await post(site, createFields(), createVisitor())).status).toBe(303);
    expect(site.output()).not.toContain(new URL(postgres.url).password);
    expect(await site.stop()).toBe(0);
  });

  test("while PostgreSQL doesn't respond no visitor waits for it; after it recovers everything works", async () => {
    const proxy = await startSilentProxy(postgres.url);
    const site = await startSite({ DATABASE_URL: proxy.url, ...behindTest });
    expect((await post(site, createFields(), createVisitor())).status).toBe(303);
    proxy.setSilent(true);
    await expectNoStorage(site);
    proxy.setSilent(false);
    await waitUntil(async () => (await post(site, createFields(), createVisitor())).status === 303);
    expect(await site.stop()).toBe(0);
    proxy.stop();
  });
});
