import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFreshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { createFields, waitUntil } from "../setup/guestbook-form.ts";
import { createHttpsClient } from "../setup/https.ts";
import {
  findInstalledNginx,
  reserveNginxPorts,
  startNginx,
  getMissingNginxReason,
  type RunningNginx,
} from "../setup/nginx.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { getMissingPostgresReason } from "../setup/postgres.ts";
import { formatName } from "../setup/skipped.ts";

const program = findInstalledNginx() ?? "";
const reason = getMissingNginxReason() ?? getMissingPostgresReason();
const getHost = (site: RunningSite) => new URL(site.origin).host;

describe.skipIf(reason !== undefined)(formatName("one of two nodes behind nginx hangs", reason), () => {
  let storage: FreshDatabase;
  let sites: [RunningSite, RunningSite];
  let nginx: RunningNginx;
  let origin: string;
  let sendRequest: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    const ports = await reserveNginxPorts();
    origin = `https://localhost:${ports.https}`;
    storage = await createFreshDatabase("PostgreSQL");
    const variables = { SITE_URL: origin, TRUST_PROXY: "127.0.0.1", DATABASE_URL: "" };
    const createNode = async () => startSite({ ...variables, ...storage.variables });
    sites = [await createNode(), await createNode()];
    nginx = await startNginx(program, ports, sites.map(getHost));
    sendRequest = createHttpsClient(origin, nginx.authority);
    await sendRequest("/");
    sites[0].signal("SIGSTOP");
  });
  afterAll(async () => {
    sites[0].signal("SIGCONT");
    await nginx.stop();
    await Promise.all(sites.map((site) => site.stop()));
    await storage.remove();
  });

  /** Returns the log entries of the last requests for a path. */
  async function readLog(path: string, count: number) {
    const readLines = () =>
      nginx
        .log()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { path: string; status: number; node: string })
        .filter((line) => line.path === path);
    await waitUntil(() => readLines().length >= count);
    return readLines().slice(-count);
  }

  test("pages that aren't cached come from the other node, without waiting for the hung one", async () => {
    const responses = await Promise.all(Array.from({ length: 16 }, () => sendRequest("/en/quotation")));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { node } of await readLog("/en/quotation", 16)) {
      expect(node).toBe(getHost(sites[1]));
    }
  });

  test("no form is lost or sent twice: messages, inquiries and logins", async () => {
    const headers = { Origin: origin };
    const formResponses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        sendRequest("/contact-us", { body: createFields(), from: `127.0.0.${10 + n}`, headers }),
      ),
    );
    const references = formResponses.map(({ headers: { location } }) => /reference=(\w{8})/.exec(location ?? "")?.[1]);
    expect(new Set(references).size).toBe(8);
    expect(references).not.toContain(undefined);
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        sendRequest("/login", {
          body: { intent: "code", account: `owner${n}@b.cn` },
          from: `127.0.0.${30 + n}`,
          headers,
        }),
      ),
    );
    expect(codes.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const countCodes = () => sites.map((site) => site.output().split('"msg":"login code"').length - 1);
    await waitUntil(() => countCodes()[1] === 8);
    expect(countCodes()[0]).toBe(0);
  });

  test("if both nodes hang, cached pages are served and others get the short error page", async () => {
    const cachedPath = "/en/service/list";
    expect((await sendRequest(cachedPath)).status).toBe(200);
    sites[1].signal("SIGSTOP");
    try {
      expect((await sendRequest(cachedPath)).headers["x-cache"]).toBe("HIT");
      const failureResponse = await sendRequest("/en/quotation");
      expect([failureResponse.status, failureResponse.headers["retry-after"]]).toEqual([503, "10"]);
    } finally {
      sites[1].signal("SIGCONT");
    }
    expect((await sendRequest("/en/quotation")).status).toBe(200);
  });

  test("a node that recovers receives requests again", async () => {
    sites[0].signal("SIGCONT");
    const listNodes = async () => {
      await Promise.all(Array.from({ length: 16 }, () => sendRequest("/en/login")));
      return new Set((await readLog("/en/login", 16)).map(({ node }) => node));
    };
    expect(await listNodes()).toEqual(new Set(sites.map(getHost)));
  });
});
