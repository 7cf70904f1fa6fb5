import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { fresh, until } from "../setup/guestbook-form.ts";
import { createHttpsClient } from "../setup/https.ts";
import { installedNginx, nginxPorts, startNginx, type RunningNginx } from "../setup/nginx.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const program = installedNginx() ?? "";
const hostOf = (site: RunningSite) => new URL(site.origin).host;

/** Seconds that a hung node is asked for `/healthz`, as `deploy/nginx/nodes.conf` has it, and what the other one may need. */
const mostSeconds = 2;

describe.skipIf(!program)("one of two nodes behind nginx hangs", () => {
  let storage: FreshDatabase;
  let sites: [RunningSite, RunningSite];
  let nginx: RunningNginx;
  let origin: string;
  let ask: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    const ports = await nginxPorts();
    origin = `https://localhost:${ports.https}`;
    storage = await freshDatabase("PostgreSQL");
    const variables = { SITE_URL: origin, TRUST_PROXY: "127.0.0.1", DATABASE_URL: "" };
    const node = async () => startSite({ ...variables, ...storage.variables });
    sites = [await node(), await node()];
    nginx = await startNginx(program, ports, sites.map(hostOf));
    ask = createHttpsClient(origin, nginx.authority);
    await ask("/");
    sites[0].signal("SIGSTOP");
  });
  afterAll(async () => {
    sites[0].signal("SIGCONT");
    await nginx.stop();
    await Promise.all(sites.map((site) => site.stop()));
    await storage.remove();
  });

  /** What the log says of the last requests for a path. */
  async function logged(path: string, count: number) {
    const lines = () =>
      nginx
        .log()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { path: string; status: number; node: string; nodeSeconds: string })
        .filter((line) => line.path === path);
    await until(() => lines().length >= count);
    return lines().slice(-count);
  }

  test("pages that aren't kept come from the other node, and the hung one isn't waited for", async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask("/en/quotation")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { node, nodeSeconds } of await logged("/en/quotation", 16)) {
      expect(node).toBe(hostOf(sites[1]));
      expect(Number(nodeSeconds)).toBeLessThan(mostSeconds);
    }
  });

  test("no form is lost or sent twice: messages, inquiries and logins", async () => {
    const headers = { Origin: origin };
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ask("/contact-us", { body: fresh(), from: `127.0.0.${10 + n}`, headers })),
    );
    const references = sent.map(({ headers: { location } }) => /reference=(\w{8})/.exec(location ?? "")?.[1]);
    expect(new Set(references).size).toBe(8);
    expect(references).not.toContain(undefined);
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ask("/login", { body: { intent: "code", account: `owner${n}@b.cn` }, from: `127.0.0.${30 + n}`, headers }),
      ),
    );
    expect(codes.map(({ status }) => status)).toEqual(Array(8).fill(200));
    for (const line of [...(await logged("/contact-us", 8)), ...(await logged("/login", 8))]) {
      expect(Number(line.nodeSeconds)).toBeLessThan(mostSeconds);
    }
    const countCodes = () => sites.map((site) => site.output().split('"msg":"login code"').length - 1);
    await until(() => countCodes()[1] === 8);
    expect(countCodes()[0]).toBe(0);
  });

  test("where both hang, kept pages are shown and the rest is the short page, within two checks", async () => {
    const kept = "/en/service/list";
    expect((await ask(kept)).status).toBe(200);
    sites[1].signal("SIGSTOP");
    try {
      expect((await ask(kept)).headers["x-cache"]).toBe("HIT");
      const away = await ask("/en/quotation");
      expect([away.status, away.headers["retry-after"]]).toEqual([503, "10"]);
      expect(Number((await logged("/en/quotation", 17)).at(-1)!.nodeSeconds)).toBeLessThan(2 * mostSeconds);
    } finally {
      sites[1].signal("SIGCONT");
    }
    expect((await ask("/en/quotation")).status).toBe(200);
  });

  test("a node that goes on is asked again", async () => {
    sites[0].signal("SIGCONT");
    const nodes = async () => {
      await Promise.all(Array.from({ length: 16 }, () => ask("/en/login")));
      return new Set((await logged("/en/login", 16)).map(({ node }) => node));
    };
    expect(await nodes()).toEqual(new Set(sites.map(hostOf)));
  });
});
