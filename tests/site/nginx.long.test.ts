import { once } from "node:events";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFreshDatabase, type FreshDatabase } from "#tests/setup/database/databases.ts";
import { getMissingPostgresReason } from "#tests/setup/database/postgres.ts";
import { openDesk } from "#tests/setup/desk/desk-login.ts";
import { createHttpsClient, type HttpsResponse, type RequestOptions } from "#tests/setup/proxies/https.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx, type RunningNginx } from "#tests/setup/proxies/nginx.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { createFields, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

const reason = getMissingNginxReason() ?? getMissingPostgresReason();

const account = "zhou@qigu.example";
const getHost = (site: RunningSite) => new URL(site.origin).host;

describeUnless(reason)("nginx terminates TLS in front of two nodes on one PostgreSQL", () => {
  let storage: FreshDatabase;
  let sites: [RunningSite, RunningSite];
  let nginx: RunningNginx;
  let origin: string;
  let send: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    const ports = await reserveNginxPorts();
    origin = `https://localhost:${ports.https}`;
    storage = await createFreshDatabase("PostgreSQL");
    const variables = { SITE_URL: origin, TRUST_PROXY: "127.0.0.1", DESK_ACCOUNTS: account };
    const startNode = async () => startSite({ ...variables, ...storage.variables, HOST: "127.0.0.1" });
    sites = [await startNode(), await startNode()];
    nginx = await startNginx(ports, sites.map(getHost));
    send = createHttpsClient(origin, nginx.authority);
  });
  afterAll(async () => {
    await nginx.stop();
    await Promise.all(sites.map((site) => site.stop()));
    await storage.remove();
  });

  /** Returns the state of the cache for a page: HIT, MISS, BYPASS … */
  const getCacheState = async (path: string, options?: RequestOptions) =>
    (await send(path, options)).headers["x-cache"];
  const withCookie = (value: string): RequestOptions => ({ headers: { Cookie: value } });

  test("a form is accepted from the site's own origin, but not from others or without TLS", async () => {
    const sendForm = (from: string) => send("/contact-us", { body: createFields(), headers: { Origin: from } });
    const response = await sendForm(origin);
    expect(response.status).toBe(303);
    expect(response.headers.location).toMatch(/^\/contact-us\/received\?reference=\w{8}$/);
    const received = await send(response.headers.location!);
    expect([received.status, received.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    for (const foreignOrigin of [
      "https://evil.example",
      origin.replace("https:", "http:"),
      "https://localhost",
      "null",
    ]) {
      expect((await sendForm(foreignOrigin)).status).toBe(403);
    }
  });

  test("a client that doesn't finish its headers is disconnected before nginx's default of sixty seconds", async () => {
    const socket = connect({ port: Number(new URL(origin).port), servername: "localhost", ca: nginx.authority });
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    await once(socket.resume(), "close", { signal: AbortSignal.timeout(40_000) });
  });

  test("a browser gets TLS 1.3, and resumes its session on the next connection", async () => {
    const options = { port: Number(new URL(origin).port), servername: "localhost", ca: nginx.authority };
    const first = connect(options);
    const [session] = (await once(first.resume(), "session")) as [Buffer];
    const second = connect({ ...options, session });
    await once(second, "secureConnect");
    expect([first.getProtocol(), second.getProtocol(), second.isSessionReused()]).toEqual(["TLSv1.3", "TLSv1.3", true]);
    first.destroy();
    second.destroy();
  });

  test("rate limits use the address that nginx sees, on both nodes; forwarded headers of clients are ignored", async () => {
    const sendForm = async (from: string, headers = {}) =>
      (await send("/contact-us", { body: createFields(), from, headers })).status;
    for (let n = 0; n < 10; n++) expect(await sendForm("127.0.0.2")).toBe(303);
    expect(await sendForm("127.0.0.2")).toBe(429);
    const spoofedHeaders = {
      "X-Forwarded-For": "203.0.113.9",
      Forwarded: "for=203.0.113.9",
      "X-Client-Address": "203.0.113.9",
    };
    expect(await sendForm("127.0.0.2", spoofedHeaders)).toBe(429);
    expect(await sendForm("127.0.0.3")).toBe(303);
  });

  test("a page is cached once for each address and each spelling of Accept-Encoding", async () => {
    for (const encoding of ["br", "gzip, deflate", "identity"]) {
      const options = { headers: { "Accept-Encoding": encoding } };
      const [first, second] = [await send("/en/news/list", options), await send("/en/news/list", options)];
      expect([first.headers["x-cache"], second.headers["x-cache"]]).toEqual(["MISS", "HIT"]);
      expect(second.headers["content-encoding"] ?? "identity").toBe(encoding.split(",")[0]);
      expect(second.headers["x-request-id"]).toBe(first.headers["x-request-id"]);
      expect(second.headers.date).toBe(first.headers.date);
    }
    expect(await getCacheState("/en/news/list", { headers: { "Accept-Encoding": "br" }, method: "HEAD" })).toBe("HIT");
    expect(await getCacheState("/en/news/list?utm_source=a")).toBe("MISS");
    expect(await getCacheState("/en/news/list?utm_source=a")).toBe("HIT");
  });

  test("files are cached for all visitors, and a missing page for seconds", async () => {
    for (const state of ["MISS", "HIT"]) {
      const { status, headers } = await send("/en/nothing");
      expect([status, headers["x-cache"]]).toEqual([404, state]);
    }
    const asset = /\/assets\/[\w.-]+\.css/.exec((await send("/en")).body)![0];
    for (const path of [asset, "/plates/huang-qi.svg"]) {
      await send(path);
      expect(await getCacheState(path, withCookie("i18n_redirected=en"))).toBe("HIT");
    }
  });

  test("a form that is too large and a long search get the site's error page; a much larger form gets nginx's", async () => {
    const response = await send("/contact-us", { body: { ...createFields(), content: "a".repeat(70_000) } });
    expect([response.status, response.body.includes("413 Content Too Large")]).toEqual([413, true]);
    expect(response.body).toContain("</footer>");
    const largerResponse = await send("/contact-us", {
      body: { ...createFields(), content: "a".repeat(200_000) },
    });
    expect([largerResponse.status, largerResponse.body.includes("请返回上一页")]).toEqual([413, true]);
    const search = await send(`/search?q=${"%E8%8D%AF".repeat(500)}`);
    expect([search.status, search.headers["x-cache"]]).toEqual([400, "MISS"]);
    expect((await send(`/search?q=${"%E8%8D%AF".repeat(10_000)}`)).status).toBe(414);
  });

  test("only a save of the desk may be large, and only with an open session; the desk is served by the first node", async () => {
    const save = "/desk/api/v1/repos/desk/content/contents";
    const content = Buffer.alloc(1_000_000).toString("base64");
    const body = JSON.stringify({ files: [{ operation: "create", path: "content/nowhere", content }] });
    const login = await openDesk({ origin: sites[0].origin, output: () => sites[0].output() }, account);
    const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
    for (const Cookie of ["", "desk_session=invented"]) {
      const refusedResponse = await send(save, { body, headers: { ...headers, Cookie } });
      expect([refusedResponse.status, JSON.parse(refusedResponse.body)]).toEqual([
        401,
        { message: expect.stringMatching("登录已过期") },
      ]);
      expect(refusedResponse.headers).toMatchObject({ "strict-transport-security": "max-age=63072000" });
    }
    const sessionHeaders = { ...headers, Cookie: login.cookie };
    const checked = await send(save, { body, headers: sessionHeaders });
    expect([checked.status, checked.body]).toEqual([422, expect.stringMatching("nowhere")]);
    for (const path of ["/desk/login", `${save}/other`])
      expect((await send(path, { body, headers: sessionHeaders })).status).toBe(413);
    const pages = [];
    for (let n = 0; n < 8; n++) pages.push(await send("/desk/messages", { headers: { Cookie: login.cookie } }));
    const nodes = (await readLog(pages)).map(({ status, node }) => `${String(status)} ${String(node)}`);
    expect(new Set(nodes)).toEqual(new Set([`200 ${getHost(sites[0])}`]));
  });

  /** Returns the log's lines for these responses. Waits for them, because nginx writes a line after its response. */
  async function readLog(responses: HttpsResponse[]) {
    const ids = responses.map(({ headers }) => headers["x-request-id"]);
    const readLines = () =>
      nginx
        .log()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => ids.includes(line["requestId"] as string));
    await waitUntil(() => readLines().length === ids.length);
    return readLines();
  }

  test("nginx's log has the node's request id, but no queries, draft links or full addresses", async () => {
    const response = await send("/en/search?q=secret", { from: "127.0.0.4" });
    const line = { path: "/en/search", status: 200, cache: "MISS", address: "127.0.0.0" };
    expect(await readLog([response])).toMatchObject([line]);
    const draft = await send("/desk/shared/secret.hmac/about-us");
    expect(await readLog([draft])).toMatchObject([{ path: "/desk/shared/" }]);
    const elsewhere = await send(`/en/desk/id.${"a7".repeat(32)}/about-us`);
    expect(await readLog([elsewhere])).toMatchObject([{ path: "/en/desk/id." }]);
    expect(nginx.log()).not.toContain("secret");
  });

  describe("one of the nodes hangs", () => {
    beforeAll(() => sites[0].signal("SIGSTOP"));
    afterAll(() => sites[0].signal("SIGCONT"));

    test("pages that aren't cached come from the other node, without waiting for the hung one", async () => {
      const responses = await Promise.all(Array.from({ length: 16 }, () => send("/en/quotation")));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      for (const { node } of await readLog(responses)) expect(node).toBe(getHost(sites[1]));
    });

    const countCodes = () => sites.map((site) => site.output().split('"msg":"login code"').length - 1);

    test("no form is lost or sent twice: messages, inquiries and logins", async () => {
      const sendEight = (path: string, network: number, createBody: (n: number) => Record<string, string>) =>
        Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            send(path, { body: createBody(n), from: `127.0.${network}.${n}`, headers: { Origin: origin } }),
          ),
        );
      const forms = await sendEight("/contact-us", 1, createFields);
      const references = forms.map(({ headers: { location } }) => /reference=(\w{8})/.exec(location ?? "")?.[1]);
      expect(new Set(references).size).toBe(8);
      expect(references).not.toContain(undefined);
      const before = countCodes();
      const codes = await sendEight("/login", 2, (n) => ({ intent: "code", account: `owner${n}@b.cn` }));
      expect(codes.map(({ status }) => status)).toEqual(Array(8).fill(200));
      await waitUntil(() => countCodes()[1] === before[1]! + 8);
      expect(countCodes()[0]).toBe(before[0]);
    });

    test("if both nodes hang, cached pages are served, and requests for other pages get the short error page", async () => {
      const cachedPath = "/en/service/list";
      expect((await send(cachedPath)).status).toBe(200);
      sites[1].signal("SIGSTOP");
      try {
        expect((await send(cachedPath)).headers["x-cache"]).toBe("HIT");
        const failureResponse = await send("/en/quotation");
        expect([failureResponse.status, failureResponse.headers["retry-after"]]).toEqual([503, "10"]);
      } finally {
        sites[1].signal("SIGCONT");
      }
      expect((await send("/en/quotation")).status).toBe(200);
    });
  });

  test("a node that recovers receives requests again", async () => {
    const responses = await Promise.all(Array.from({ length: 16 }, () => send("/en/login")));
    const nodes = (await readLog(responses)).map(({ node }) => node);
    expect(new Set(nodes)).toEqual(new Set(sites.map(getHost)));
  });
});
