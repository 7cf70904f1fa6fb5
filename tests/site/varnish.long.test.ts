import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSignatureHeaders } from "../../app/services/runtime/signature.ts";
import { findFreePort } from "../setup/free-port.ts";
import { createFields, createVisitor, getReference, waitUntil } from "../setup/guestbook-form.ts";
import { createHttpsClient } from "../setup/https.ts";
import { readLoginCode } from "../setup/login-code.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx, type RunningNginx } from "../setup/nginx.ts";
import { requestPlain } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { describeUnless } from "../setup/skipped.ts";
import { setUpTestFolder } from "../setup/test-folder.ts";
import { getMissingVarnishReason, startVarnish, type RunningVarnish } from "../setup/varnish.ts";

// That visitors see a publication and keep their pages while a node is down is shown by tests/cluster.
const reason = getMissingVarnishReason() ?? getMissingNginxReason();
const secret = "a secret of the purge";
const person = { name: "王秘密", contact: "13800001111", content: "只有店主能读" };
const account = "secret@b.example";

describeUnless(reason)("Varnish, and nginx that ends TLS in front of it", () => {
  const folder = setUpTestFolder();
  let site: RunningSite;
  let varnish: RunningVarnish;
  let nginx: RunningNginx;
  let origin: string;
  let sendByTls: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    const ports = await reserveNginxPorts();
    const varnishPort = await findFreePort();
    origin = `https://localhost:${ports.https}`;
    site = await startSite({
      ...{ SITE_URL: origin, TRUST_PROXY: "127.0.0.1", PURGE_SECRET: secret },
      ...{ CDN_TAGS: "surrogate-key", CDN_PURGE_URL: `http://127.0.0.1:${varnishPort}/` },
    });
    const node = new URL(site.origin).host;
    varnish = await startVarnish(varnishPort, [node, node]);
    changeConfiguration(varnishPort);
    nginx = await startNginx(ports, [node, node], folder);
    sendByTls = createHttpsClient(origin, nginx.authority);
    await waitUntil(() => countPurges() === 1);
  });
  afterAll(async () => {
    await nginx.stop();
    await varnish.stop();
    await site.stop("SIGKILL");
  });

  /** Changes a copy of `deploy/nginx` by the commands of the guide. */
  function changeConfiguration(varnishPort: number): void {
    cpSync(join("deploy", "nginx"), folder, { recursive: true });
    const guide = readFileSync("docs/operations/varnish.md", "utf8");
    const commands = [...guide.matchAll(/`(sed -i [^`]*?) \/etc\/nginx\/conf\.d\/([\w.]+)`/g)];
    expect(commands.map(([, , file]) => file)).toEqual(["site.conf", "http.conf"]);
    for (const [, command, file] of commands) {
      const textBefore = readFileSync(join(folder, file!), "utf8");
      execFileSync("sh", ["-c", `${command!} ${file}`], { cwd: folder });
      const text = readFileSync(join(folder, file!), "utf8");
      expect(text).not.toBe(textBefore);
      writeFileSync(join(folder, file!), text.replace("6081", String(varnishPort)));
    }
  }

  const countPurges = () => site.output().match(/"destination":"cdn","status":"delivered"/g)?.length ?? 0;

  async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
    const { status, headers: responseHeaders, body } = await requestPlain(varnish, path, headers, method);
    return { status, cache: responseHeaders["x-cache"], headers: responseHeaders, text: body.toString() };
  }

  const getStates = (paths: string[]) => Promise.all(paths.map(async (path) => (await get(path)).cache));

  /** Sends a purge to the site. Resolves when Varnish has carried it out. */
  async function purge(tags: string[]): Promise<void> {
    const purgesBefore = countPurges();
    const body = JSON.stringify({ tags });
    const headers = createSignatureHeaders(body, secret);
    expect((await fetch(`${site.origin}/hooks/purge`, { method: "POST", body, headers })).status).toBe(204);
    await waitUntil(() => countPurges() > purgesBefore);
  }

  const pages = ["huang-qi", "gan-cao"].flatMap((id) => [`/product/info/${id}`, `/en/product/info/${id}`]);

  test("pages are requested from the site once, until their tag is purged", async () => {
    const countRequests = () => site.output().match(/"path":"[^"]*\/product\/info\//g)?.length ?? 0;
    expect(await getStates(pages)).toEqual(pages.map(() => "MISS"));
    expect(await getStates(pages)).toEqual(pages.map(() => "HIT"));
    // A response can be read before its line of the log.
    await expect.poll(countRequests).toBe(pages.length);
    const { headers } = await get(pages[0]!);
    for (const name of ["xkey", "surrogate-key", "surrogate-control"]) expect(headers).not.toHaveProperty(name);
    await purge(["product:huang-qi"]);
    const renewedPages = ["/product/info/huang-qi", "/en/product/info/huang-qi"];
    expect(await getStates(pages)).toEqual(pages.map((page) => (renewedPages.includes(page) ? "MISS" : "HIT")));
    await purge(["all"]);
    expect(await getStates(pages)).toEqual(pages.map(() => "MISS"));
  });

  test("only a node may purge", async () => {
    const headers = { "Surrogate-Key": "all", "X-Forwarded-For": "203.0.113.9" };
    expect((await get(pages[0]!, headers, "PURGE")).status).toBe(403);
    headers["X-Forwarded-For"] = "127.0.0.1";
    expect((await sendByTls(pages[0]!, { method: "PURGE", headers })).status).toBe(405);
    expect((await get(pages[0]!)).cache).toBe("HIT");
  });

  test("parameters that change no page don't split the cache, others do", async () => {
    const path = "/en/product/list";
    await get(path);
    expect((await get(`${path}?utm_source=a&utm_medium=b`)).cache).toBe("HIT");
    expect((await get(`${path}?page=2&utm_source=a`)).cache).toBe("MISS");
    expect((await get(`${path}?utm_source=b&page=2`)).cache).toBe("HIT");
    for (const query of ["?PAGE=2", "?p%61ge=2", "?page=1&page=2"]) {
      expect([query, (await get(path + query)).cache]).toEqual([query, "MISS"]);
    }
  });

  test("the language of one visitor isn't another one's", async () => {
    const english = { Cookie: "a=b; i18n_redirected=en" };
    for (const path of ["/", "/service/list"]) {
      await get(path, { Cookie: "i18n_redirected=cn" });
      expect((await get(path)).cache).toBe("HIT");
      for (const headers of [english, { Cookie: "i18n_redirected=; i18n_redirected=en" }]) {
        const { status, cache, headers: responseHeaders } = await get(path, headers);
        expect([status, cache, responseHeaders.location]).toEqual([302, "BYPASS", path === "/" ? "/en" : `/en${path}`]);
      }
      expect((await get(path)).status).toBe(200);
    }
    expect((await get("/en/service/list", english)).cache).toBe("MISS");
    expect((await get("/en/service/list")).cache).toBe("HIT");
    expect((await get("/", { "Accept-Language": "en-GB,en;q=0.9" })).status).toBe(302);
    expect((await get("/", { "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8" })).cache).toBe("HIT");
    expect((await get("/", { "Accept-Language": "zh;q=0.1, en" })).status).toBe(302);
    expect((await get("/", { Cookie: "i18n_redirected=cn", "Accept-Language": "en" })).cache).toBe("HIT");
  });

  test("files are cached for everyone, and the addresses of operators aren't accessible", async () => {
    const asset = /\/assets\/[\w.-]+\.css/.exec((await get("/en")).text)![0];
    for (const path of [asset, "/theme.css", "/robots.txt", "/sitemap.xml"]) {
      await get(path);
      expect([path, (await get(path, { Cookie: "i18n_redirected=en; token=x" })).cache]).toEqual([path, "HIT"]);
    }
    for (const path of ["/metrics", "/readyz", "/metrics?x"]) expect((await get(path)).status).toBe(404);
  });

  test("behind nginx pages come from Varnish, and nginx keeps none", async () => {
    const paths = ["/en/case/list", "/case/list"];
    for (const state of ["MISS", "HIT"]) {
      for (const path of paths) expect([path, (await sendByTls(path)).headers["x-cache"]]).toEqual([path, state]);
    }
    await purge(["all"]);
    for (const path of paths) expect([path, (await sendByTls(path)).headers["x-cache"]]).toEqual([path, "MISS"]);
  });

  test("nginx with its cache on keeps no page that a CDN purges", async () => {
    const ports = await reserveNginxPorts();
    const node = new URL(site.origin).host;
    const caching = await startNginx(ports, [node, node]);
    const send = createHttpsClient(`https://localhost:${ports.https}`, caching.authority);
    for (let n = 0; n < 2; n++) expect((await send("/en/about-us")).headers["x-cache"]).toBe("MISS");
    for (const state of ["MISS", "HIT"]) expect((await send("/logo.svg")).headers["x-cache"]).toBe(state);
    await caching.stop();
  });

  test("forms go past Varnish to a node, and rate limits use the address that nginx sees", async () => {
    const send = async (from: string) =>
      (await sendByTls("/contact-us", { body: createFields(), from, headers: { Origin: origin } })).status;
    for (let n = 0; n < 10; n++) expect(await send("127.0.0.2")).toBe(303);
    expect([await send("127.0.0.2"), await send("127.0.0.3")]).toEqual([429, 303]);
    // Only requests that go past Varnish have the node in the log.
    const forms = nginx
      .log()
      .split("\n")
      .filter((line) => line.includes('"method":"POST"'));
    expect(forms.filter((line) => !line.includes(`"node":"${new URL(site.origin).host}"`))).toEqual([]);
    expect(forms.length).toBeGreaterThan(0);
  });

  describe("a visitor with secrets", () => {
    /** Texts that only this visitor may receive. */
    const secrets = [...Object.values(person), account];
    const visited = new Set<string>();
    const cookies = new Map<string, string>();

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
      return {
        ...{ response, status: response.status, text: await response.text() },
        cache: response.headers.get("X-Cache"),
      };
    }

    /** Returns the secrets in a page. Those in its own path don't count: the confirmation shows the reference from its URL. */
    const findSecrets = (path: string, text: string) =>
      secrets.filter((secret) => text.includes(secret) && !path.includes(secret));

    test("gets messages, mistakes, confirmations and the inquiry list past the cache", async () => {
      await visit("/contact-us");
      const wrongPage = await visit("/contact-us", { ...person, contact: "", subject: "" });
      expect([wrongPage.status, wrongPage.cache, wrongPage.text.includes(person.name)]).toEqual([422, "BYPASS", true]);
      const sentPage = await visit("/contact-us", { ...person, subject: "" });
      expect(sentPage.status).toBe(303);
      secrets.push(getReference(sentPage.response)!);
      const received = sentPage.response.headers.get("Location")!;
      for (let n = 0; n < 2; n++) expect((await visit(received)).cache).toBe("BYPASS");
      expect((await visit("/quotation", { intent: "add", item: "huang-qi", quantity: "77" })).status).toBe(303);
      secrets.push(cookies.get("inquiry")!);
      for (let n = 0; n < 2; n++) {
        const { text, cache } = await visit("/quotation");
        expect([cache, text.includes('value="77"')]).toEqual(["BYPASS", true]);
      }
      expect((await get("/quotation")).text).not.toContain('value="77"');
    });

    test("gets every page past the cache after the login", async () => {
      expect((await visit("/login", { intent: "code", account })).status).toBe(200);
      expect((await visit("/login", { account, code: await readLoginCode(site, account) })).status).toBe(303);
      secrets.push(cookies.get("token")!);
      for (const path of ["/about-us", "/en/product/list", "/", "/product/list.data", "/login"]) {
        await get(path);
        const { status, cache, response } = await visit(path);
        expect([path, status, cache]).toEqual([path, 200, "BYPASS"]);
        expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      }
    });

    test("leaves nothing in the cache, which serves its pages while no node responds", async () => {
      expect(secrets.filter((secret) => secret.length > 2)).toHaveLength(7);
      for (const path of visited) {
        // The confirmation shows the sender's own address what was sent.
        const { text } = await get(path, createVisitor());
        expect([path, findSecrets(path, text)]).toEqual([path, []]);
      }
      // From here on only Varnish can respond.
      await site.stop("SIGKILL");
      const isOwn = (path: string) => /received|quotation|login/.test(path);
      for (const path of visited) {
        const { status, text } = await get(path);
        expect([path, status, findSecrets(path, text)]).toEqual([path, isOwn(path) ? 503 : 200, []]);
      }
    });
  });

  // The site is down from here on.
  test("while no node responds, cached pages are served, also purged ones; others get a short error page", async () => {
    const [page = "", otherPage = ""] = pages;
    expect((await get(page, { "Surrogate-Key": "product:huang-qi" }, "PURGE")).status).toBe(200);
    const stalePage = await get(page);
    expect([stalePage.status, stalePage.cache, stalePage.text.includes("黄芪")]).toEqual([200, "STALE", true]);
    const uncachedPage = await get("/product/info/unseen");
    expect([uncachedPage.status, uncachedPage.headers["cache-control"]]).toEqual([503, "no-store"]);
    expect(uncachedPage.text).toContain("请稍后再试");
    // The same holds after Varnish has noticed that the node doesn't answer.
    await sleep(7000);
    expect([(await get(otherPage)).status, (await get(otherPage)).cache]).toEqual([200, "STALE"]);
    expect((await sendByTls("/en/product/list")).status).toBe(200);
    const { status, body } = await sendByTls("/en/news/list");
    expect([status, body.includes("请稍后再试")]).toEqual([503, true]);
  });
});
