import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "./certificate.ts";
import { findServer, waitForListening } from "./external-server.ts";
import type { RunningNginx } from "./nginx.ts";

export const getMissingCaddyReason = () => (findServer("caddy") ? undefined : "there is no Caddy");

/** Starts Caddy in front of two nodes, with `deploy/caddy` and a certificate of its own. */
export async function startCaddy(
  port: number,
  [first, second]: string[],
): Promise<Pick<RunningNginx, "authority" | "stop">> {
  const folder = mkdtempSync(join(tmpdir(), "caddy-"));
  const { key, certificate } = await createCertificate("localhost");
  writeFileSync(join(folder, "privkey.pem"), key, { mode: 0o600 });
  writeFileSync(join(folder, "fullchain.pem"), certificate);
  cpSync(join("deploy", "errors"), join(folder, "site-errors"), { recursive: true });
  const tls = `tls ${join(folder, "fullchain.pem")} ${join(folder, "privkey.pem")}`;
  const site = readFileSync(join("deploy", "caddy", "Caddyfile"), "utf8")
    .replace("www.example.com {", `localhost:${port} {\n\t${tls}`)
    .replaceAll("127.0.0.1:3001", first!)
    .replaceAll("127.0.0.1:3002", second!)
    .replaceAll("/etc/caddy", folder);
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(findServer("caddy")!, ["run", "--config", file, "--adapter", "caddyfile"], {
    env,
    stdio: "pipe",
  });
  const { end } = await waitForListening(child, `http://localhost:${port}/`);
  return {
    authority: certificate,
    async stop() {
      child.kill("SIGTERM");
      await end;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
