import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { createFreshDatabase } from "#tests/setup/database/databases.ts";
import { getMissingPostgresReason } from "#tests/setup/database/postgres.ts";
import { createCertificate } from "#tests/setup/proxies/certificate.ts";
import { findServer, waitForListening } from "#tests/setup/proxies/external-server.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createHttpsClient } from "#tests/setup/proxies/https.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx } from "#tests/setup/proxies/nginx.ts";
import { startSilentProxy } from "#tests/setup/proxies/silent-proxy.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFields } from "#tests/setup/site/guestbook-form.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

/** Starts Caddy in front of two nodes, with `deploy/caddy` and a certificate of its own. */
async function startCaddy({ https }: { https: number }, nodes: string[]) {
  const folder = createTestFolder();
  const { key, certificate } = await createCertificate("localhost");
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "certificate.pem"), certificate);
  cpSync("deploy/errors", join(folder, "site-errors"), { recursive: true });
  const site = readFileSync("deploy/caddy/Caddyfile", "utf8")
    .replace("www.example.com {", `localhost:${https} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`)
    .replaceAll(/127\.0\.0\.1:300(\d)/g, (_, number: string) => nodes[Number(number) - 1]!)
    .replaceAll("/etc/caddy", folder);
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  const env = { ...process.env, HOME: folder };
  const child = spawn(findServer("caddy")!, ["run", "--config", join(folder, "Caddyfile")], { env, stdio: "pipe" });
  await waitForListening(child, `http://localhost:${https}/`);
  return { authority: certificate, stop: async () => void child.kill() };
}

for (const [name, missingReason, start] of [
  ["nginx", getMissingNginxReason(), startNginx],
  ["Caddy", findServer("caddy") ? undefined : "there is no Caddy", startCaddy],
] as const) {
  testUnless(missingReason ?? getMissingPostgresReason())(
    `behind ${name} every form is received while one of two nodes restarts, and if one can't reach PostgreSQL`,
    async () => {
      const ports = await reserveNginxPorts();
      const storage = await createFreshDatabase("PostgreSQL");
      const connection = await startSilentProxy(storage.variables.DATABASE_URL!);
      const variables = { SITE_URL: `https://localhost:${ports.https}`, TRUST_PROXY: "127.0.0.1" };
      const PORT = String(await findFreePort());
      const startFirst = () => startSite({ ...variables, ...storage.variables, PORT });
      const sites = [await startFirst(), await startSite({ ...variables, DATABASE_URL: connection.url })];
      const nodes = sites.map(({ origin }) => new URL(origin).host);
      const proxy = await start(ports, nodes);
      onTestFinished(async () => {
        await Promise.all([proxy, ...sites].map((program) => program.stop()));
        connection.stop();
        await storage.remove();
      });
      const send = createHttpsClient(variables.SITE_URL, proxy.authority);
      let visitors = 1;
      const sendForm = async () =>
        (await send("/contact-us", { body: createFields(), from: `127.0.${++visitors >> 7}.${visitors & 127 || 1}` }))
          .status;
      const responses: Promise<number>[] = [];
      const timer = setInterval(() => responses.push(sendForm()), 50);
      await sleep(1000);
      await sites[0]!.stop("SIGTERM");
      sites[0] = await startFirst();
      await sleep(2000);
      clearInterval(timer);
      expect(new Set(await Promise.all(responses))).toEqual(new Set([303]));
      connection.setSilent(true);
      await sleep(3500);
      expect(new Set(await Promise.all(Array.from({ length: 20 }, sendForm)))).toEqual(new Set([303]));
      // Without a node for forms, the other one still serves pages.
      await sites[0].stop("SIGKILL");
      expect([(await send("/en/quotation")).status, await sendForm()]).toEqual([200, 503]);
    },
  );
}
