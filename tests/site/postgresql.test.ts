import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import type { Transport } from "../../app/services/client.ts";
import { createRepository, type Submission } from "../../app/submissions/repository.ts";
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { freshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { fresh, post, referenceOf, until } from "../setup/guestbook-form.ts";
import { startPostgres, type RunningPostgres } from "../setup/postgres.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { startSilentProxy } from "../setup/silent-proxy.ts";

/** Another visitor each time: limits are for each. The sites take the test for their proxy. */
let visitors = 0;
const anyone = () => from(`203.0.${++visitors >> 8}.${visitors & 255}`);
const from = (address: string) => ({ "X-Forwarded-For": address });
const behindTest = { TRUST_PROXY: "127.0.0.1" };

function run(file: string, variables: Record<string, string>, ...args: string[]) {
  return spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", ...variables },
    encoding: "utf8",
    timeout: 15_000,
  });
}

test.each(["server/start.ts", "app/submissions/commands/inbox.ts"])(
  "%s: a PostgreSQL that can't be reached is one sentence without the password, and exit code 1",
  (file) => {
    const { status, stderr } = run(file, { DATABASE_URL: "postgres://site:hidden@127.0.0.1:1/herbs" }, "list");
    expect(stderr.trim()).toBe(
      "DATABASE_URL: PostgreSQL at 127.0.0.1:1/herbs can't be used: connect ECONNREFUSED 127.0.0.1:1",
    );
    expect(status).toBe(1);
  },
);

describe("two processes on one PostgreSQL", () => {
  const content = compiledContent();
  const door = createEmbeddedApi(content.index);
  const ok: Transport = async () => Response.json({ code: 0, data: { id: 1 } });
  const busy: Transport = async () => new Response("busy", { status: 503 });
  let says: Transport;
  /** Keys of what was taken, by where. */
  const taken: Record<string, string[]> = { "/guestbook": [], "/hook": [] };
  let storage: FreshDatabase;
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let sites: [RunningSite, RunningSite];

  beforeAll(async () => {
    backend = await startBackend(async (request) => {
      const keys = taken[new URL(request.url).pathname];
      if (!keys) return door(request);
      await sleep(20);
      const answer = await says(request);
      if (answer.ok) keys.push(request.headers.get("Idempotency-Key")!);
      return answer;
    });
    storage = await freshDatabase("PostgreSQL");
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

  async function kept(): Promise<Submission[]> {
    const { status, stdout, stderr } = run(
      "app/submissions/commands/inbox.ts",
      storage.variables,
      ...["list", "--json"],
    );
    expect([status, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout) as Submission[];
  }

  test("forty submissions over both: each is delivered once to each destination", async () => {
    says = busy;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => post(sites[n % 2]!, fresh(), anyone())));
    const references = answers.map(referenceOf);
    expect(new Set(references).size).toBe(40);
    expect(taken).toEqual({ "/guestbook": [], "/hook": [] });
    says = ok;
    await until(() => taken["/guestbook"]!.length >= 40 && taken["/hook"]!.length >= 40, 18_000);
    await sleep(1500);
    for (const keys of Object.values(taken)) expect([keys.length, new Set(keys).size]).toEqual([40, 40]);
    const all = await kept();
    expect(new Set(all.map(({ reference }) => reference))).toEqual(new Set(references));
    expect(all.every(({ status }) => status === "delivered")).toBe(true);
  }, 30_000);

  test("ten in ten minutes from one address over both, then both ask to wait", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await post(sites[n % 2]!, fresh(), from("198.51.100.7"))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429, 429]);
  });

  test.each([undefined, "6b2f7c1e-53a1-4b0e-9d55-0c1fb4a6e7d2"])(
    "fifty equal posts at once over both, with the key %s: one row, one reference",
    async (key) => {
      const fields = { ...fresh(), ...(key && { key }) };
      const visitor = anyone();
      const before = (await kept()).length;
      const all = await Promise.all(Array.from({ length: 50 }, (_, n) => post(sites[n % 2]!, fields, visitor)));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([303]));
      expect(new Set(all.map(referenceOf)).size).toBe(1);
      expect(await kept()).toHaveLength(before + 1);
    },
  );

  test("one is killed in the middle of a delivery: the other takes it up once the lease is over", async () => {
    let asked = 0;
    says = () => (asked++, new Promise(() => {}));
    const sent = post(sites[0], fresh(), anyone()).catch(() => undefined);
    await until(() => asked === 2);
    await sites[0].stop("SIGKILL");
    await sent;
    says = ok;
    const database = await storage.open();
    await sleep(7000);
    const [latest] = await createRepository(database).list();
    expect(latest!.status).toBe("pending");
    // A minute goes by.
    await database.updateTable("delivery").set({ lease_until: 0 }).where("status", "=", "pending").execute();
    await until(async () => (await createRepository(database).list())[0]!.status === "delivered");
  }, 30_000);
});

describe("a PostgreSQL that goes away", () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  /** Everything that a visitor meets while there is no storage. */
  async function meetsNoStorage(site: RunningSite): Promise<void> {
    const forms = [
      ["/contact-us", fresh()],
      ["/quotation", { intent: "send", item: "huang-qi", quantity: "3", ...fresh(), message: "“引号”" }],
    ] as const;
    for (const [path, fields] of forms) {
      const start = performance.now();
      const response = await post(site, fields, anyone(), path);
      expect(performance.now() - start).toBeLessThan(4000);
      expect(response.status).toBe(503);
      const html = await response.text();
      expect(html).toContain("没有保存成功");
      expect(html).toContain("“引号”</textarea>");
      expect((await fetch(`${site.origin}/en/product/list`)).status).toBe(200);
    }
  }

  /** Whoever has a token, of whatever kind, is anyone for a while; nobody else notices. */
  async function meetsNoLogins(site: RunningSite): Promise<void> {
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

  test("it is stopped: the form comes back with what was typed; it is started again: all is well", async () => {
    const site = await startSite({ DATABASE_URL: postgres.url, GUARDED_ROUTES: "/about-us", ...behindTest });
    expect((await post(site, fresh(), anyone())).status).toBe(303);
    await postgres.stop();
    await meetsNoStorage(site);
    await meetsNoLogins(site);
    await postgres.start();
    expect((await post(site, fresh(), anyone())).status).toBe(303);
    expect(site.output()).not.toContain(new URL(postgres.url).password);
    expect(await site.stop()).toBe(0);
  }, 40_000);

  test("it says nothing any more: nobody waits for it for more than four seconds; it is back: all is well", async () => {
    const proxy = await startSilentProxy(postgres.url);
    const site = await startSite({ DATABASE_URL: proxy.url, ...behindTest });
    expect((await post(site, fresh(), anyone())).status).toBe(303);
    proxy.setSilent(true);
    await meetsNoStorage(site);
    proxy.setSilent(false);
    await until(async () => (await post(site, fresh(), anyone())).status === 303, 5000);
    expect(await site.stop()).toBe(0);
    proxy.stop();
  }, 40_000);
});
