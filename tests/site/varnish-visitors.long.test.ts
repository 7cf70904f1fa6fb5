import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../setup/free-port.ts";
import { getReference, waitUntil } from "../setup/guestbook-form.ts";
import { readLoginCode } from "../setup/login-code.ts";
import { requestPlain } from "../setup/plain-http.ts";
import { publishIn } from "../setup/publish-in.ts";
import type { RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";
import { formatName } from "../setup/skipped.ts";
import { findInstalledVarnish, getMissingVarnishReason, startVarnish, type RunningVarnish } from "../setup/varnish.ts";

const reason = getMissingVarnishReason();

const person = { name: "王秘密", contact: "13800001111", content: "只有店主能读" };
const account = "secret@b.example";

describe.skipIf(reason !== undefined)(formatName("visitors behind Varnish", reason), () => {
  const { folder, content, start, dispose } = createSiteFolder();
  const DATA_DIR = join(folder, "data");
  let site: RunningSite;
  let varnish: RunningVarnish;
  /** Texts that only this visitor may receive. */
  const secrets = [...Object.values(person), account];
  /** Every address that the visitor requested. */
  const visited = new Set<string>();
  const cookies = new Map<string, string>();

  beforeAll(async () => {
    const origin = `http://127.0.0.1:${await findFreePort()}`;
    site = await start({
      ...{ DATA_DIR, LOG_LEVEL: "info", SITE_URL: origin, TRUST_PROXY: "127.0.0.1" },
      ...{ CDN_TAGS: "surrogate-key", CDN_PURGE_URL: origin },
    });
    const node = new URL(site.origin).host;
    varnish = await startVarnish(findInstalledVarnish()!, Number(new URL(origin).port), [node, node]);
    await waitUntil(() => site.output().includes('"destination":"cdn","status":"delivered"'));
  });
  afterAll(async () => {
    await varnish.stop();
    await site.stop("SIGKILL");
    dispose();
  });

  /** Sends a request of the visitor, with their cookies, and stores new ones. */
  async function visit(path: string, fields?: Record<string, string>) {
    visited.add(path);
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = fields && new URLSearchParams(fields);
    const options = { method: fields ? "POST" : "GET", redirect: "manual", headers: { Cookie }, body } as const;
    const response = await fetch(varnish.origin + path, options);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name, value);
    }
    const text = await response.text();
    return { response, status: response.status, text, cache: response.headers.get("X-Cache") };
  }

  /** Sends a request of somebody else. */
  async function sendRequest(path: string, headers: Record<string, string> = {}) {
    const { status, headers: responseHeaders, body } = await requestPlain(varnish, path, headers);
    return { status, cache: responseHeaders["x-cache"], location: responseHeaders.location, text: body.toString() };
  }

  /** Returns the secrets in a page. Those in its own path don't count: the confirmation shows the reference from its URL. */
  const findSecrets = (path: string, text: string) =>
    secrets.filter((secret) => text.includes(secret) && !path.includes(secret));

  test("a message, its mistakes and its confirmation belong to the visitor", async () => {
    await visit("/contact-us");
    const wrongPage = await visit("/contact-us", { ...person, contact: "", subject: "" });
    expect([wrongPage.status, wrongPage.cache, wrongPage.text.includes(person.name)]).toEqual([422, "BYPASS", true]);
    const sentPage = await visit("/contact-us", { ...person, subject: "" });
    expect(sentPage.status).toBe(303);
    secrets.push(getReference(sentPage.response)!);
    const received = sentPage.response.headers.get("Location")!;
    for (let n = 0; n < 2; n++) expect((await visit(received)).cache).toBe("BYPASS");
  });

  test("an inquiry list and a request belong to the visitor", async () => {
    const basketPage = await visit("/quotation", { intent: "add", item: "huang-qi", quantity: "77" });
    expect(basketPage.status).toBe(303);
    secrets.push(cookies.get("inquiry")!);
    for (let n = 0; n < 2; n++) {
      const { text, cache } = await visit("/quotation");
      expect([cache, text.includes('value="77"')]).toEqual(["BYPASS", true]);
    }
    expect((await sendRequest("/quotation")).text).not.toContain('value="77"');
  });

  test("pages of a visitor who is logged in bypass the cache", async () => {
    expect((await visit("/login", { intent: "code", account })).status).toBe(200);
    expect((await visit("/login", { account, code: await readLoginCode(site, account) })).status).toBe(303);
    secrets.push(cookies.get("token")!);
    for (const path of ["/about-us", "/en/product/list", "/", "/product/list.data", "/login"]) {
      await sendRequest(path);
      const { status, cache, response } = await visit(path);
      expect([path, status, cache]).toEqual([path, 200, "BYPASS"]);
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    }
  });

  test("the language of one visitor isn't another one's", async () => {
    const english = { Cookie: "a=b; i18n_redirected=en" };
    for (const path of ["/", "/service/list"]) {
      await sendRequest(path, { Cookie: "i18n_redirected=cn" });
      expect((await sendRequest(path)).cache).toBe("HIT");
      for (const headers of [english, { Cookie: "i18n_redirected=; i18n_redirected=en" }]) {
        const { status, cache, location } = await sendRequest(path, headers);
        expect([status, cache, location]).toEqual([302, "BYPASS", path === "/" ? "/en" : `/en${path}`]);
      }
      expect((await sendRequest(path)).status).toBe(200);
    }
    expect((await sendRequest("/en/service/list", english)).cache).toBe("MISS");
    expect((await sendRequest("/en/service/list")).cache).toBe("HIT");
    expect((await sendRequest("/", { "Accept-Language": "en-GB,en;q=0.9" })).status).toBe(302);
    expect((await sendRequest("/", { "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8" })).cache).toBe("HIT");
    expect((await sendRequest("/", { "Accept-Language": "zh;q=0.1, en" })).status).toBe(302);
    const choiceHeaders = { Cookie: "i18n_redirected=cn", "Accept-Language": "en" };
    expect((await sendRequest("/", choiceHeaders)).cache).toBe("HIT");
  });

  test("files and pictures are cached for everyone", async () => {
    const asset = /\/assets\/[\w.-]+\.css/.exec((await sendRequest("/en")).text)![0];
    for (const path of [asset, "/theme.css", "/robots.txt", "/sitemap.xml"]) {
      await sendRequest(path);
      expect([path, (await sendRequest(path, { Cookie: "i18n_redirected=en; token=x" })).cache]).toEqual([path, "HIT"]);
    }
  });

  test("the addresses of operators aren't accessible", async () => {
    for (const path of ["/metrics", "/readyz", "/metrics?x"]) expect((await sendRequest(path)).status).toBe(404);
  });

  test("published content is shown within seconds", async () => {
    const path = "/product/info/gan-cao";
    await sendRequest(path);
    expect((await sendRequest(path)).cache).toBe("HIT");
    appendFileSync(join(content, "product/gan-cao/cn.md"), "\n新的一段。\n");
    expect(publishIn(folder, { DATA_DIR }).status).toBe(0);
    await waitUntil(async () => (await sendRequest(path)).text.includes("新的一段"), 10_000);
  });

  test("no byte of the visitor was cached", async () => {
    expect(secrets.filter((secret) => secret.length > 2)).toHaveLength(7);
    for (const path of visited) {
      const { text } = await sendRequest(path);
      expect([path, findSecrets(path, text)]).toEqual([path, []]);
    }
    // From here on only Varnish can respond.
    await site.stop("SIGKILL");
    const isOwn = (path: string) => /received|quotation|login/.test(path);
    for (const path of visited) {
      const { status, text } = await sendRequest(path);
      expect([path, status, findSecrets(path, text)]).toEqual([path, isOwn(path) ? 503 : 200, []]);
    }
  });
});
