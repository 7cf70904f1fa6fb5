import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "./certificate.ts";
import { findServer, waitForListening } from "./external-server.ts";
import { findFreePort } from "./free-port.ts";

export const findInstalledNginx = () => findServer("nginx");

export function getMissingNginxReason(): string | undefined {
  return findInstalledNginx() ? undefined : "there is no nginx";
}

export type NginxPorts = { https: number; http: number; nodes: number };

/** Picks free ports for nginx in advance, because the nodes' `SITE_URL` contains one of them. */
export async function reserveNginxPorts(): Promise<NginxPorts> {
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await findFreePort());
  const [https = 0, http = 0, nodes = 0] = ports;
  return { https, http, nodes };
}

export type RunningNginx = {
  /** Certificate of the authority that signed the certificate of nginx, as PEM. */
  authority: string;
  log(): string;
  emptyCache(): void;
  stop(): Promise<void>;
};

/**
 * Writes `deploy/nginx` into a folder, with the tests' host name, ports and folders.
 * @param places files with the nodes' addresses
 * @returns the main file
 */
export function writeConfiguration(
  folder: string,
  ports: NginxPorts,
  nodes: string[],
  places = ["upstream.conf", "nodes.conf"],
): string {
  const main = join(folder, "nginx.conf");
  writeFileSync(main, createMainConfiguration(folder, places));
  const formatServers = (places: string[]) => places.map((node) => `server ${node} max_fails=0;`).join("\n    ");
  const innerServer: [RegExp, string][] = [
    [/127\.0\.0\.1:8081/g, `127.0.0.1:${ports.nodes}`],
    [/\/var\/log\/nginx/g, folder],
  ];
  const replacements: Record<string, [RegExp, string][]> = {
    "upstream.conf": [
      [/server 127\.0\.0\.1:3001.*\n.*:3002.*/, formatServers(nodes)],
      [/server 127\.0\.0\.1:3002.*\n.*:3001.*/, formatServers(nodes.toReversed())],
      [/server 127\.0\.0\.1:3001.*/, formatServers(nodes.slice(0, 1))],
    ],
    "nodes.conf": innerServer,
    "one-node.conf": [[/server 127\.0\.0\.1:3001.*/, formatServers(nodes.slice(0, 1))], ...innerServer],
    "http.conf": [[/\/var\/cache\/nginx\/site/g, join(folder, "cache")]],
    "site.conf": [
      [/ {4}listen \[::\].*\n/g, ""],
      [/listen 80\b/g, `listen 127.0.0.1:${ports.http}`],
      [/listen 443\b/g, `listen 127.0.0.1:${ports.https}`],
      [/https:\/\/www\.example\.com/g, `https://localhost:${ports.https}`],
      [/www\.example\.com/g, "localhost"],
      [/\/etc\/nginx\/certs/g, folder],
      [/\/etc\/nginx;/g, `${folder};`],
      [/\/var\/log\/nginx/g, folder],
    ],
  };
  cpSync(join("deploy", "errors"), join(folder, "site-errors"), { recursive: true });
  for (const [name, pairs] of Object.entries(replacements)) {
    let text = readFileSync(join("deploy", "nginx", name), "utf8");
    for (const [pattern, replacement] of pairs) {
      if (text.search(pattern) < 0) throw new Error(`nothing in deploy/nginx/${name} matches ${pattern}`);
      text = text.replace(pattern, replacement);
    }
    writeFileSync(join(folder, name), text);
  }
  return main;
}

/** Starts nginx in front of these nodes, with the configuration of `deploy/nginx` and a certificate of its own. */
export async function startNginx(
  ports: NginxPorts,
  nodes: string[],
  { hasLimits = true, places }: { hasLimits?: boolean; places?: string[] } = {},
): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const cache = join(folder, "cache");
  const { key, certificate } = await createCertificate("localhost");
  writeFileSync(join(folder, "privkey.pem"), key, { mode: 0o600 });
  writeFileSync(join(folder, "fullchain.pem"), certificate);
  const main = writeConfiguration(folder, ports, nodes, places);
  // Tests whose visitors all have one address need nginx without its rate limits.
  const site = join(folder, "site.conf");
  if (!hasLimits) writeFileSync(site, readFileSync(site, "utf8").replace(/^ *limit_req zone.*\n/m, ""));
  const child = spawn(findInstalledNginx()!, ["-p", folder, "-c", main, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const { end } = await waitForListening(child, `http://127.0.0.1:${ports.http}/`);
  return {
    authority: certificate,
    log: () => readFileSync(join(folder, "access.log"), "utf8"),
    emptyCache: () => readdirSync(cache).forEach((name) => rmSync(join(cache, name), { recursive: true })),
    async stop() {
      child.kill("SIGTERM");
      await end;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns a minimal nginx.conf, like those of distributions, but also for users other than root. */
function createMainConfiguration(folder: string, places: string[]): string {
  const temporaryFolders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off;
    pid ${join(folder, "nginx.pid")};
    error_log stderr;
    worker_processes 1;
    events {}
    http {
      ${temporaryFolders.join("\n")}
      access_log off;
      ${["http.conf", ...places, "site.conf"].map((file) => `include ${file};`).join("\n")}
    }
  `;
}
