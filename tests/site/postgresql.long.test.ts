import { afterAll, beforeAll, expect, test } from "vitest";
import { getMissingPostgresReason, startPostgres, type RunningPostgres } from "#tests/setup/database/postgres.ts";
import { runScript } from "#tests/setup/programs/run-script.ts";
import { startSilentProxy } from "#tests/setup/proxies/silent-proxy.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFields, createVisitorHeaders, post, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

const reason = getMissingPostgresReason();

/** Makes the sites trust the test as their proxy, so that it can send visitors' addresses. */
const trustTestAsProxy = { TRUST_PROXY: "127.0.0.1" };

test.each(["server/start.ts", "scripts/inbox.ts"])(
  "%s: an unreachable PostgreSQL gives one message without the password, and exit code 1",
  (file) => {
    const DATABASE_URL = "postgres://site:hidden@127.0.0.1:1/herbs";
    const variables = { NODE_ENV: "production", PORT: "0", DATABASE_URL };
    const { status, stderr } = runScript(file, variables, { args: ["list"], timeout: 60_000 });
    expect(stderr.trim()).toBe(
      "DATABASE_URL: PostgreSQL at 127.0.0.1:1/herbs can't be used: connect ECONNREFUSED 127.0.0.1:1",
    );
    expect(status).toBe(1);
  },
);

/** A well-formed token without a session, so that only a database query can reject it. */
const unknownToken = `token=${"a".repeat(43)}`;

describeUnless(reason)("a PostgreSQL that becomes unavailable", () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  /** Expects the responses that a visitor gets while the database is unavailable. */
  async function expectNoStorage(site: RunningSite): Promise<void> {
    const forms = [
      ["/contact-us", createFields()],
      ["/quotation", { intent: "send", item: "huang-qi", quantity: "3", ...createFields(), message: "“引号”" }],
    ] as const;
    for (const [path, fields] of forms) {
      const response = await post(site, fields, createVisitorHeaders(), path);
      expect(response.status).toBe(503);
      const html = await response.text();
      expect(html).toContain("保存失败");
      expect(html).toContain("“引号”</textarea>");
      expect((await fetch(`${site.origin}/en/product/list`)).status).toBe(200);
    }
  }

  /**
   * Expects that a visitor with a token gets public pages, but a 503 for guarded ones, and that visitors without a
   * token are unaffected.
   */
  async function expectNoLogins(site: RunningSite): Promise<void> {
    const get = (path: string, cookie = "") =>
      fetch(site.origin + path, { redirect: "manual", headers: { Cookie: cookie } });
    for (let n = 0; n < 8; n++) {
      const page = await get(`/news/list?keyword=${n}`, unknownToken);
      expect([page.status, page.headers.get("Set-Cookie")]).toEqual([200, null]);
    }
    expect((await get("/about-us", unknownToken)).status).toBe(503);
    expect((await get("/about-us")).status).toBe(303);
    for (const path of ["/search?q=huang", "/product/list?keyword=unseen"]) expect((await get(path)).status).toBe(200);
  }

  test("while PostgreSQL is stopped a form is returned with its values; after its start everything works", async () => {
    const DATA_DIR = createTestFolder();
    const variables = { DATABASE_URL: postgres.url, GUARDED_ROUTES: "/about-us", DESK_ACCOUNTS: "zhou@qigu.example" };
    const start = () => startSite({ DATA_DIR, ...variables, ...trustTestAsProxy });
    let site = await start();
    expect((await post(site, createFields(), createVisitorHeaders())).status).toBe(303);
    await postgres.stop();
    await expectNoStorage(site);
    await expectNoLogins(site);
    // A node that starts now serves the release that it has.
    await site.stop();
    site = await start();
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(503);
    await expectNoStorage(site);
    await postgres.start();
    expect((await post(site, createFields(), createVisitorHeaders())).status).toBe(303);
    expect(site.output()).not.toContain(new URL(postgres.url).password);
    expect(await site.stop()).toBe(0);
  });

  test("while PostgreSQL doesn't respond no visitor waits for it; after it recovers everything works", async () => {
    const proxy = await startSilentProxy(postgres.url);
    const site = await startSite({ DATABASE_URL: proxy.url, ...trustTestAsProxy });
    expect((await post(site, createFields(), createVisitorHeaders())).status).toBe(303);
    proxy.setSilent(true);
    await expectNoStorage(site);
    proxy.setSilent(false);
    await waitUntil(async () => (await post(site, createFields(), createVisitorHeaders())).status === 303);
    expect(await site.stop()).toBe(0);
    proxy.stop();
  });
});
