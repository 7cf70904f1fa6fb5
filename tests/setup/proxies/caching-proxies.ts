import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Agent, interceptors } from "undici";
import { findServer, waitForListening } from "./external-server.ts";
import { findFreePort } from "./free-port.ts";

/** A shared cache in front of the site, guided only by the response headers. */
export type CachingProxy = { origin: string; stop(): Promise<void> };

const hopByHopHeaders = ["connection", "keep-alive", "transfer-encoding"];

/** Starts a proxy with the shared cache of undici, which follows RFC 9111. */
export async function startUndiciProxy(origin: string): Promise<CachingProxy> {
  const dispatcher = new Agent().compose(interceptors.cache({ type: "shared", methods: ["GET", "HEAD"] }));
  const host = new URL(origin).host;
  async function forward({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const sentHeaders = Object.entries({ ...headers, host }).filter(([name]) => !hopByHopHeaders.includes(name));
    const answer = await dispatcher.request({
      ...{ origin, path: url!, headers: Object.fromEntries(sentHeaders) },
      method: method as "GET" | "HEAD",
    });
    const received = Object.entries(answer.headers).filter(([name]) => !hopByHopHeaders.includes(name));
    response.writeHead(answer.statusCode, Object.fromEntries(received));
    await pipeline(answer.body, response);
  }
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await dispatcher.close();
    },
  };
}

export function getMissingSquidReason(): string | undefined {
  return findServer("squid") ? undefined : "there is no Squid";
}

/** Starts Squid as a reverse proxy, with its default rules for caching. */
export async function startSquid(origin: string): Promise<CachingProxy> {
  const folder = mkdtempSync(join(tmpdir(), "squid-"));
  const port = await findFreePort();
  const { hostname, port: sitePort } = new URL(origin);
  const settings = [
    `http_port 127.0.0.1:${port} accel defaultsite=localhost no-vhost`,
    `cache_peer ${hostname} parent ${sitePort} 0 no-query originserver`,
    ...["http_access allow all", "never_direct allow all", "cache_mem 64 MB", "shutdown_lifetime 1 seconds"],
    ...[`pid_filename ${join(folder, "pid")}`, "access_log none", "cache_log /dev/null", "pinger_enable off"],
    `coredump_dir ${folder}`,
  ];
  writeFileSync(join(folder, "squid.conf"), `${settings.join("\n")}\n`);
  const child = spawn(findServer("squid")!, ["-N", "-f", join(folder, "squid.conf")], { stdio: "pipe" });
  const { end } = await waitForListening(child, `http://127.0.0.1:${port}/healthz`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGKILL");
      await end;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
