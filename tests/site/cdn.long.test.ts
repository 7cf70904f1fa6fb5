import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { createSignatureHeaders } from "../../app/services/runtime/signature.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { createFreshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { requestPlain } from "../setup/plain-http.ts";
import { publishIn } from "../setup/publish-in.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

const secret = "a secret of the purge";

/** Status of the CDN's responses. Purges fail unless it is 200. */
let status = 200;
let cdn: Awaited<ReturnType<typeof startBackend>>;
beforeAll(async () => {
  cdn = await startBackend(async () => new Response(null, { status }));
});
afterAll(() => cdn.stop());
beforeEach(() => void (status = 200));

/** Returns the tags of all calls so far, including failed ones. */
function readCalls(): string[][] {
  return cdn.requests.map(({ headers }) => headers.get("Surrogate-Key")!.split(" ").toSorted());
}

const getVariables = () => ({
  ...{ CDN_TAGS: "surrogate-key", CDN_PURGE_URL: `${cdn.origin}/` },
  CDN_PURGE_TOKEN: "token-of-the-cdn",
});

describe("with the embedded API", () => {
  const { folder, content, start, dispose } = createSiteFolder();
  const DATA_DIR = join(folder, "data");
  const SITE_URL = "https://site.example";
  let site: RunningSite;
  beforeAll(async () => {
    site = await start({ DATA_DIR, LOG_LEVEL: "info", GUARDED_ROUTES: "/case/*", ...getVariables(), SITE_URL });
  });
  afterAll(async () => {
    await site.stop();
    dispose();
  });

  const getTags = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await requestPlain(site, path, headers, method);
    return [response.headers["surrogate-key"], response.headers["surrogate-control"]] as (string | undefined)[];
  };

  test.each(["/", "/en", "/en/product/info/huang-qi", "/product/list.data", "/theme.css", "/rss.xml", "/search?q=a"])(
    "%s has tags and a lifetime for the CDN, from the cache too",
    async (path) => {
      const first = await getTags(path);
      expect(first[0]).toMatch(/^all(?: [!-+\--~]+)*$/);
      expect(first[1]).toMatch(/^max-age=86400, /);
      expect(await getTags(path)).toEqual(first);
      expect(await getTags(path, {}, "HEAD")).toEqual(first);
    },
  );

  test("the tags are those of the purges of the page", async () => {
    const [tags] = await getTags("/en/product/info/huang-qi");
    expect(tags!.split(" ")).toEqual(expect.arrayContaining(["all", "product:huang-qi", "menu", "setting", "ad"]));
  });

  test.each([
    ["/quotation"],
    ["/login"],
    ["/contact-us/received?reference=ABCDEFGH"],
    ["/language/en?to=%2F"],
    ["/case/list"],
    ["/product/info/missing"],
    ["/healthz"],
    ["/about-us", { Cookie: "token=invalid" }],
    ["/about-us", { Cookie: "i18n_redirected=en" }],
    ["/", { "Accept-Language": "en" }],
  ] as [string, Record<string, string>?][])(
    "a response that isn't for everyone has no tags: %s %j",
    async (path, headers) => {
      expect(await getTags(path, headers)).toEqual([undefined, undefined]);
    },
  );

  test("a release is purged from the CDN, also if its first call fails", async () => {
    await waitUntil(() => readCalls().length > 0);
    const callsBefore = readCalls().length;
    status = 500;
    appendFileSync(join(content, "product/gan-cao/cn.md"), "\n新的一段。\n");
    expect(publishIn(folder, { DATA_DIR }).status).toBe(0);
    await waitUntil(() => readCalls().length > callsBefore);
    await waitUntil(() => site.output().includes('"reason":"status 500"'));
    const metrics = await (await fetch(`${site.origin}/metrics`)).text();
    expect(metrics).toMatch(/^cdn_purge_oldest_age_seconds [\d.]*[1-9]/m);
    status = 200;
    await waitUntil(() => readCalls().length > callsBefore + 1);
    expect(readCalls().slice(callsBefore)).toEqual([["all"], ["all"]]);
    await waitUntil(async () =>
      /^cdn_purge_oldest_age_seconds 0$/m.test(await (await fetch(`${site.origin}/metrics`)).text()),
    );
    expect(site.output()).not.toContain("token-of-the-cdn");
  });
});

describe("with an owner's system and two nodes", () => {
  const content = compileTestContent();
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let isUnavailable = false;
  let storage: FreshDatabase;
  let sites: RunningSite[];

  const start = () =>
    startSite({ ...storage.variables, API_BASE_URL: backend.origin, PURGE_SECRET: secret, ...getVariables() });

  beforeAll(async () => {
    const api = createEmbeddedApi(content.index);
    backend = await startBackend((request) =>
      isUnavailable ? Promise.reject(new Error("unavailable")) : api(request),
    );
    storage = await createFreshDatabase("PostgreSQL");
    sites = [await start(), await start()];
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await backend.stop();
    await storage.remove();
    content.dispose();
  });

  async function purge(site: RunningSite, tags: string[]): Promise<number> {
    const body = JSON.stringify({ tags });
    const headers = createSignatureHeaders(body, secret);
    return (await fetch(`${site.origin}/hooks/purge`, { method: "POST", body, headers })).status;
  }

  /** Resolves when the purges of the start have been sent. */
  async function waitForPurges(): Promise<void> {
    await waitUntil(async () =>
      /^cdn_purge_oldest_age_seconds 0$/m.test(await (await fetch(`${sites[1]!.origin}/metrics`)).text()),
    );
  }

  test("a purge of the owner's system is passed on by its tags", async () => {
    await waitUntil(() => readCalls().some((tags) => tags.includes("all")));
    await waitForPurges();
    const callsBefore = readCalls().length;
    expect(await purge(sites[0]!, ["product:12", "menu"])).toBe(204);
    // The call for the start of the second node may come in between.
    const readNewCalls = () => readCalls().slice(callsBefore);
    await expect.poll(readNewCalls).toContainEqual(["many", "menu", "product:12"]);
    await waitForPurges();
  });

  test("a purged page that can't be renewed is kept by the CDN for seconds", async () => {
    const getControl = async () =>
      (await requestPlain(sites[0]!, "/product/info/huang-qi")).headers["surrogate-control"] as string;
    expect(await getControl()).toMatch(/^max-age=86400, /);
    isUnavailable = true;
    expect(await purge(sites[0]!, ["product:huang-qi"])).toBe(204);
    expect(await getControl()).toMatch(/^max-age=5, /);
    isUnavailable = false;
    await waitUntil(async () => (await getControl()).startsWith("max-age=86400, "));
    await waitForPurges();
  });

  test("a purge survives the end of the node that received it", async () => {
    const callsBefore = readCalls().length;
    expect(await purge(sites[0]!, ["product:34"])).toBe(204);
    await sites[0]!.stop("SIGKILL");
    await expect.poll(() => readCalls().slice(callsBefore).flat()).toContain("product:34");
  });
});
