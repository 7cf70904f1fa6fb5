import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFreshDatabase, type FreshDatabase } from "#tests/setup/database/databases.ts";
import { getMissingPostgresReason } from "#tests/setup/database/postgres.ts";
import { getMissingCaddyReason, startCaddy } from "#tests/setup/proxies/caddy.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createHttpsClient } from "#tests/setup/proxies/https.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx } from "#tests/setup/proxies/nginx.ts";
import { startSilentProxy } from "#tests/setup/proxies/silent-proxy.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFields } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

const proxies = {
  nginx: { reason: getMissingNginxReason(), start: startNginx },
  Caddy: {
    reason: getMissingCaddyReason(),
    start: ({ https }: { https: number }, nodes: string[]) => startCaddy(https, nodes),
  },
};

describe.each(Object.entries(proxies))("behind %s", (_, { reason, start }) => {
  describeUnless(reason ?? getMissingPostgresReason())("two nodes on one PostgreSQL", () => {
    let storage: FreshDatabase;
    let route: Awaited<ReturnType<typeof startSilentProxy>>;
    let proxy: Awaited<ReturnType<typeof start>>;
    let sites: RunningSite[];
    let send: ReturnType<typeof createHttpsClient>;
    let startFirst: () => Promise<RunningSite>;

    beforeAll(async () => {
      const ports = await reserveNginxPorts();
      const origin = `https://localhost:${ports.https}`;
      storage = await createFreshDatabase("PostgreSQL");
      route = await startSilentProxy(storage.variables.DATABASE_URL!);
      const variables = { SITE_URL: origin, TRUST_PROXY: "127.0.0.1" };
      const first = { ...variables, ...storage.variables, PORT: String(await findFreePort()) };
      startFirst = () => startSite(first);
      sites = [await startFirst(), await startSite({ ...variables, DATABASE_URL: route.url })];
      const nodes = sites.map((site) => new URL(site.origin).host);
      proxy = await start(ports, nodes);
      send = createHttpsClient(origin, proxy.authority);
    });
    afterAll(async () => {
      await proxy.stop();
      await Promise.all(sites.map((site) => site.stop()));
      route.stop();
      await storage.remove();
    });

    let visitorCount = 0;
    const sendForm = async () => {
      const from = `127.0.${++visitorCount >> 8}.${(visitorCount & 255) + 1}`;
      return (await send("/contact-us", { body: createFields(), from })).status;
    };

    test("every form is received while one node after another restarts", async () => {
      const statuses: Promise<number>[] = [];
      const timer = setInterval(() => statuses.push(sendForm()), 50);
      await sleep(1000);
      await sites[0]!.stop("SIGTERM");
      sites[0] = await startFirst();
      await sleep(2000);
      clearInterval(timer);
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([303]));
    });

    test("forms go only to a node that reaches PostgreSQL; pages come from both", async () => {
      route.setSilent(true);
      await sleep(3500);
      const forms = await Promise.all(Array.from({ length: 20 }, sendForm));
      expect(new Set(forms)).toEqual(new Set([303]));
      await sites[0]!.stop("SIGKILL");
      expect((await send("/en/quotation")).status).toBe(200);
      expect((await send("/contact-us", { body: createFields() })).status).toBe(503);
    });
  });
});
