import { request } from "node:http";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { fresh, until } from "../setup/guestbook-form.ts";
import { createHttpsClient, type Asked } from "../setup/https.ts";
import { installedNginx, nginxPorts, refreshKey, startNginx, type RunningNginx } from "../setup/nginx.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const program = installedNginx() ?? "";
if (!program) console.log("nginx is not installed: its configuration is not tested here.");

const hostOf = (site: RunningSite) => new URL(site.origin).host;

describe.skipIf(!program)("nginx ends TLS in front of two nodes on one PostgreSQL", () => {
  let storage: FreshDatabase;
  let sites: [RunningSite, RunningSite];
  let nginx: RunningNginx;
  let origin: string;
  let httpPort: number;
  let ask: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    const ports = await nginxPorts();
    origin = `https://localhost:${ports.https}`;
    httpPort = ports.http;
    storage = await freshDatabase("PostgreSQL");
    const variables = { SITE_URL: origin, TRUST_PROXY: "127.0.0.1", GUARDED_ROUTES: "/case/*", DATABASE_URL: "" };
    const node = async () => startSite({ ...variables, ...storage.variables, HOST: "127.0.0.1" });
    sites = [await node(), await node()];
    nginx = await startNginx(program, ports, sites.map(hostOf));
    ask = createHttpsClient(origin, nginx.authority);
  });
  afterAll(async () => {
    await nginx.stop();
    await Promise.all(sites.map((site) => site.stop()));
    await storage.remove();
  });

  /** What the cache did for a page: HIT, MISS, BYPASS … */
  const cacheOf = async (path: string, asked?: Asked) => (await ask(path, asked)).headers["x-cache"];
  const cookie = (value: string): Asked => ({ headers: { Cookie: value } });

  test("a form is taken from the site's own origin, not from another one, and not from its own without TLS", async () => {
    const send = (from: string) => ask("/contact-us", { body: fresh(), headers: { Origin: from } });
    const taken = await send(origin);
    expect(taken.status).toBe(303);
    expect(taken.headers.location).toMatch(/^\/contact-us\/received\?reference=\w{8}$/);
    const received = await ask(taken.headers.location!);
    expect([received.status, received.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    for (const foreign of ["https://evil.example", origin.replace("https:", "http:"), "https://localhost", "null"]) {
      expect((await send(foreign)).status).toBe(403);
    }
  });

  test("a request without TLS is redirected to the site's name, whatever it writes as Host", async () => {
    const plain = (path: string, host: string) =>
      new Promise<string>((done) => {
        request({ host: "127.0.0.1", port: httpPort, path, headers: { Host: host }, agent: false }, (response) => {
          response.resume();
          done(`${response.statusCode} ${response.headers.location}`);
        })
          .on("error", () => done("closed"))
          .end();
      });
    expect(await plain("/news/list?page=2", "localhost")).toBe(`301 ${origin}/news/list?page=2`);
    expect(await plain("/", "evil.example")).toBe("closed");
  });

  test("another name over TLS gets no answer", async () => {
    await expect(ask("/", { headers: { Host: "evil.example" } })).rejects.toThrow();
  });

  test("redirects of the site stay on the site", async () => {
    const slash = await ask("/news/list/?page=2");
    expect([slash.status, slash.headers.location]).toEqual([301, "/news/list?page=2"]);
    const language = await ask("/language/en?to=%2Fnews%2Flist");
    expect([language.status, language.headers.location]).toEqual([302, "/en/news/list"]);
    expect((await ask("/en/about-us")).body).toContain(`<link rel="canonical" href="${origin}/en/about-us"`);
  });

  test("a login has a Secure cookie, and its pages are neither from the cache nor kept in it", async () => {
    const form = (fields: Record<string, string>, cookies = "") =>
      ask("/login", { body: fields, headers: { Origin: origin, Cookie: cookies } });
    const account = "owner@b.cn";
    const asked = await form({ intent: "code", account });
    expect(asked.status).toBe(200);
    // A code is good in the browser that asked for it.
    const browser = (asked.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
    const codeIn = () =>
      sites.map((site) => /"code":"(\d{6})","msg":"login code"/.exec(site.output())?.[1]).find(Boolean);
    await until(() => codeIn() !== undefined);
    const entered = await form({ account, code: codeIn()! }, browser);
    expect(entered.status).toBe(303);
    const set = entered.headers["set-cookie"]!.find((one) => one.startsWith("token="))!;
    expect(set).toMatch(/HttpOnly.*; Secure/);
    const token = set.split(";")[0]!;
    await ask("/about-us");
    for (const path of ["/case/list", "/case/list", "/about-us"]) {
      const { status, headers } = await ask(path, cookie(`a=b; ${token}`));
      expect([status, headers["x-cache"], headers["cache-control"]]).toEqual([200, "BYPASS", "private, no-store"]);
    }
    expect((await ask("/case/list")).status).toBe(303);
  });

  test("limits are for each address that nginx sees, over both nodes; what a client says of itself counts for nothing", async () => {
    const send = async (from: string, headers = {}) =>
      (await ask("/contact-us", { body: fresh(), from, headers })).status;
    for (let n = 0; n < 10; n++) expect(await send("127.0.0.2")).toBe(303);
    expect(await send("127.0.0.2")).toBe(429);
    const spoofed = {
      "X-Forwarded-For": "203.0.113.9",
      Forwarded: "for=203.0.113.9",
      "X-Client-Address": "203.0.113.9",
    };
    expect(await send("127.0.0.2", spoofed)).toBe(429);
    expect(await send("127.0.0.3")).toBe(303);
  });

  test("a page is kept once for each encoding, and for each query that decides what it shows", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const asked = { headers: { "Accept-Encoding": encoding } };
      const [first, second] = [await ask("/en/news/list", asked), await ask("/en/news/list", asked)];
      expect([first.headers["x-cache"], second.headers["x-cache"]]).toEqual(["MISS", "HIT"]);
      expect(second.headers["content-encoding"] ?? "identity").toBe(encoding);
      expect(second.headers["x-request-id"]).toBe(first.headers["x-request-id"]);
    }
    const like = (accept: string) => cacheOf("/en/news/list", { headers: { "Accept-Encoding": accept } });
    expect(await like("gzip, deflate, br, zstd")).toBe("HIT");
    expect(await like("br;q=0, gzip")).toBe("HIT");
    expect(await cacheOf("/en/news/list", { method: "HEAD" })).toBe("HIT");
    expect(await cacheOf("/en/news/list?utm_source=a&utm_medium=b")).toBe("HIT");
    expect(await cacheOf("/en/news/list?page=2&utm_source=a")).toBe("MISS");
    expect(await cacheOf("/en/news/list?utm_source=b&page=2")).toBe("HIT");
    expect(await cacheOf("/en/news/list?page=3")).toBe("MISS");
  });

  test.each(["?PAGE=2", "?p%61ge=2", "?page=2&p%61ge=3", "?x&page=2"])(
    "a query that nginx and the site could read differently has a place of its own: %s",
    async (query) => {
      await ask("/en/product/list");
      await ask("/en/product/list?page=2");
      const { headers } = await ask(`/en/product/list${query}`);
      expect(headers["x-cache"]).toBe("MISS");
    },
  );

  test("loader data is kept as pages are, apart from them", async () => {
    for (const path of ["/en/product/list.data", "/en/product/list.data?_routes=product-list", "/product/list.data"]) {
      expect([await cacheOf(path), await cacheOf(path)]).toEqual(["MISS", "HIT"]);
    }
  });

  test("who has stored English is redirected from every unprefixed page, kept or not", async () => {
    for (const path of ["/product/info/huang-qi?page=2", "/", "/service/list"]) {
      await ask(path, cookie("i18n_redirected=cn"));
      expect(await cacheOf(path, cookie("i18n_redirected=cn"))).toBe("HIT");
      for (const stored of ["i18n_redirected=en", "a=b; i18n_redirected=; i18n_redirected=en"]) {
        const { status, headers } = await ask(path, cookie(stored));
        expect([status, headers.location, headers["cache-control"]]).toEqual([
          302,
          path === "/" ? "/en" : `/en${path}`,
          "private, no-store",
        ]);
      }
      expect((await ask(path, cookie("i18n_redirected=cn"))).status).toBe(200);
    }
    await ask("/en/service/list");
    expect(await cacheOf("/en/service/list", cookie("i18n_redirected=en"))).toBe("HIT");
    expect((await ask("/service/list.data", cookie("i18n_redirected=en"))).status).toBe(202);
  });

  test("the bare root follows the browser of who has stored nothing", async () => {
    const home = async (language: string) => {
      const { status, headers } = await ask("/", { headers: { "Accept-Language": language } });
      return [status, headers["x-cache"]];
    };
    await home("zh-CN,zh;q=0.9,en;q=0.8");
    expect(await home("zh-CN,zh;q=0.9,en;q=0.8")).toEqual([200, "HIT"]);
    for (const language of ["en-GB,en;q=0.9", "zh;q=0.5,en", "zhx,en"]) {
      expect(await home(language)).toEqual([302, "BYPASS"]);
    }
    expect(await home("fr, zh;q=0.1")).toEqual([200, "BYPASS"]);
    expect(await home("zh")).toEqual([200, "HIT"]);
  });

  test.each([
    ...["/quotation", "/en/quotation", "/login", "/quotation.data", "/contact-us/received?reference=ABCDEFGH"],
    ...[
      "/product/info/huang-qi?preview=1.a",
      "/en/news/list?page=2&preview=",
      "/en/product/info/huang-qi.data?x&preview=1",
    ],
  ])("%s is never kept", async (path) =>
    expect([await cacheOf(path), await cacheOf(path)]).toEqual(["BYPASS", "BYPASS"]),
  );

  test("what isn't there and files: the one is asked for each time, the others are kept", async () => {
    for (let n = 0; n < 2; n++) expect((await ask("/en/nothing")).headers["x-cache"]).toBe("MISS");
    const asset = /\/assets\/[\w.-]+\.css/.exec((await ask("/en")).body)![0];
    for (const path of [asset, "/plates/huang-qi.svg"]) {
      await ask(path);
      expect(await cacheOf(path, cookie("i18n_redirected=en"))).toBe("HIT");
    }
  });

  test("the header with the key has a page fetched anew; with another text it does nothing", async () => {
    const path = "/en/contact-us";
    const kept = (await ask(path)).headers["x-request-id"];
    const idOf = async (headers = {}) => (await ask(path, { headers })).headers["x-request-id"];
    expect(await idOf({ "X-Cache-Refresh": "guessed" })).toBe(kept);
    const renewed = await ask(path, { headers: { "X-Cache-Refresh": refreshKey } });
    expect(renewed.headers["x-cache"]).toBe("BYPASS");
    expect(await cacheOf(path)).toBe("HIT");
    expect(await idOf()).not.toBe(kept);
  });

  test("the folder of kept pages can be emptied while nginx runs", async () => {
    await ask("/en/about-us");
    expect(await cacheOf("/en/about-us")).toBe("HIT");
    nginx.emptyCache();
    const { status, headers } = await ask("/en/about-us");
    expect([status, headers["x-cache"]]).toEqual([200, "MISS"]);
    expect(await cacheOf("/en/about-us")).toBe("HIT");
  });

  test("too much for a form is the site's page, far too much is nginx's; a search that is too long is the site's", async () => {
    const answer = await ask("/contact-us", { body: { ...fresh(), content: "a".repeat(70_000) } });
    expect([answer.status, answer.body.includes("413 Content Too Large")]).toEqual([413, true]);
    expect(answer.body).toContain("</footer>");
    const larger = await ask("/contact-us", { body: { ...fresh(), content: "a".repeat(200_000) } });
    expect([larger.status, larger.body.includes("请返回上一页")]).toEqual([413, true]);
    const search = await ask(`/search?q=${"%E8%8D%AF".repeat(500)}`);
    expect([search.status, search.headers["x-cache"]]).toEqual([400, "BYPASS"]);
    expect((await ask(`/search?q=${"%E8%8D%AF".repeat(10_000)}`)).status).toBe(414);
  });

  test.each(["/metrics", "/readyz", "/%6detrics", "//metrics", "/x/../metrics"])(
    "%s is not to be had from outside: nginx asks no node",
    async (path) => {
      const { status, headers } = await ask(path, { headers: { "X-Forwarded-For": "127.0.0.1" } });
      expect([status, headers["x-request-id"]]).toEqual([404, undefined]);
    },
  );

  test("HTTP/2", async () => {
    const session = connect(origin, { ca: nginx.authority });
    const status = await new Promise((done, fail) => {
      session.on("error", fail);
      const stream = session.request({ ":path": "/en/about-us" });
      stream.on("response", (headers) => done(headers[":status"]));
      stream.resume().end();
    });
    session.close();
    expect(status).toBe(200);
  });

  test("the log has the request id of the node, and neither queries nor whole addresses", async () => {
    const { headers } = await ask("/en/search?q=secret", { from: "127.0.0.4" });
    const lines = () => nginx.log().trim().split("\n");
    await until(() => lines().some((line) => line.includes("/en/search")));
    expect(nginx.log()).not.toContain("secret");
    expect(JSON.parse(lines().find((line) => line.includes("/en/search"))!)).toMatchObject({
      ...{ path: "/en/search", status: 200, cache: "MISS", address: "127.0.0.0" },
      requestId: headers["x-request-id"],
    });
  });

  test("a node that is stopped is not missed: new pages come from the other one", async () => {
    await sites[0].stop("SIGKILL");
    for (const id of ["huang-qi", "dang-gui", "gan-cao", "ren-shen"]) {
      expect((await ask(`/en/product/info/${id}`)).status).toBeLessThan(500);
    }
    for (let n = 0; n < 6; n++) expect((await ask("/en/quotation")).status).toBe(200);
  });
});
