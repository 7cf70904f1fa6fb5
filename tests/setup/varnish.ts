import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findServer, waitForListening } from "./external-server.ts";

/** Folders in which Debian and other systems install Varnish's modules. */
const moduleFolders = ["/usr/lib/x86_64-linux-gnu/varnish/vmods", "/usr/lib/aarch64-linux-gnu/varnish/vmods"].concat([
  "/usr/lib/varnish/vmods",
  "/usr/lib64/varnish/vmods",
]);

export function getMissingVarnishReason(): string | undefined {
  if (!findServer("varnishd")) return "there is no Varnish";
  const hasModules = moduleFolders.some((folder) => existsSync(join(folder, "libvmod_xkey.so")));
  return hasModules ? undefined : "there are no varnish-modules";
}

export type RunningVarnish = { origin: string; stop(): Promise<void> };

/** Starts the Varnish of `deploy/varnish` on loopback. Only the addresses of the nodes (two at least) are replaced. */
export async function startVarnish(port: number, nodes: string[]): Promise<RunningVarnish> {
  const folder = mkdtempSync(join(tmpdir(), "varnish-"));
  let text = readFileSync(join("deploy", "varnish", "site.vcl"), "utf8");
  nodes.forEach((node, index) => {
    const originalAddress = `.host = "127.0.0.1"; .port = "300${index + 1}";`;
    if (!text.includes(originalAddress)) throw new Error(`site.vcl has no ${originalAddress}`);
    const [host, nodePort] = node.split(":");
    text = text.replace(originalAddress, `.host = "${host}"; .port = "${nodePort}";`);
  });
  writeFileSync(join(folder, "site.vcl"), text);
  const child = spawn(
    findServer("varnishd")!,
    [
      ...["-F", "-j", "none", "-n", join(folder, "work"), "-a", `127.0.0.1:${port}`, "-s", "malloc,100m"],
      ...["-p", `vcl_path=${resolve("deploy/varnish")}`, "-f", join(folder, "site.vcl")],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const origin = `http://127.0.0.1:${port}`;
  const { end } = await waitForListening(child, `${origin}/metrics`);
  return {
    origin,
    async stop() {
      child.kill("SIGTERM");
      await end;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
