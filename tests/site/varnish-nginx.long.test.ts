import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../setup/free-port.ts";
import { createFields, waitUntil } from "../setup/guestbook-form.ts";
import { createHttpsClient } from "../setup/https.ts";
import {
  findInstalledNginx,
  getMissingNginxReason,
  reserveNginxPorts,
  startNginx,
  type RunningNginx,
} from "../setup/nginx.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { formatName } from "../setup/skipped.ts";
import { findInstalledVarnish, getMissingVarnishReason, startVarnish, type RunningVarnish } from "../setup/varnish.ts";

const reason = getMissingVarnishReason() ?? getMissingNginxReason();

/** Changes a copy of `deploy/nginx` by the commands of the guide. */
function changeConfiguration(folder: string, varnishPort: number): void {
  cpSync(join("deploy", "nginx"), folder, { recursive: true });
  const guide = readFileSync("docs/varnish.md", "utf8");
  const commands = [...guide.matchAll(/`(sed -i [^`]*?) \/etc\/nginx\/conf\.d\/([\w.]+)`/g)];
  expect(commands.map(([, , file]) => file)).toEqual(["site.conf", "nodes.conf"]);
  for (const [, command, file] of commands) {
    const textBefore = readFileSync(join(folder, file!), "utf8");
    execFileSync("sh", ["-c", `${command!.replace("6081", String(varnishPort))} ${file}`], { cwd: folder });
    expect(readFileSync(join(folder, file!), "utf8")).not.toBe(textBefore);
  }
}

describe.skipIf(reason !== undefined)(formatName("nginx ends TLS in front of Varnish", reason), () => {
  const folder = mkdtempSync(join(tmpdir(), "varnish-nginx-"));
  let site: RunningSite;
  let varnish: RunningVarnish;
  let nginx: RunningNginx;
  let origin: string;
  let sendRequest: ReturnType<typeof createHttpsClient>;

  beforeAll(async () => {
    const ports = await reserveNginxPorts();
    const varnishPort = await findFreePort();
    origin = `https://localhost:${ports.https}`;
    const cdn = { CDN_TAGS: "surrogate-key", CDN_PURGE_URL: `http://127.0.0.1:${varnishPort}/` };
    site = await startSite({ SITE_URL: origin, TRUST_PROXY: "127.0.0.1", ...cdn });
    const node = new URL(site.origin).host;
    varnish = await startVarnish(findInstalledVarnish()!, varnishPort, [node, node]);
    changeConfiguration(folder, varnishPort);
    nginx = await startNginx(findInstalledNginx()!, ports, [node, node], folder);
    sendRequest = createHttpsClient(origin, nginx.authority);
    await waitUntil(() => site.output().includes('"destination":"cdn","status":"delivered"'));
  });
  afterAll(async () => {
    await nginx.stop();
    await varnish.stop();
    await site.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  test("pages come from Varnish, and nginx keeps none", async () => {
    const paths = ["/en/product/list", "/about-us", "/"];
    for (const path of paths) {
      expect([path, (await sendRequest(path)).headers["x-cache"]]).toEqual([path, "MISS"]);
      expect([path, (await sendRequest(path)).headers["x-cache"]]).toEqual([path, "HIT"]);
    }
    await fetch(varnish.origin, { method: "PURGE", headers: { "Surrogate-Key": "all" } });
    for (const path of paths) expect([path, (await sendRequest(path)).headers["x-cache"]]).toEqual([path, "MISS"]);
  });

  test("clients outside can't purge", async () => {
    const headers = { "Surrogate-Key": "all", "X-Forwarded-For": "127.0.0.1" };
    expect((await sendRequest("/", { method: "PURGE", headers })).status).toBe(403);
    expect((await sendRequest("/")).headers["x-cache"]).toBe("HIT");
  });

  test("rate limits use the address that nginx sees", async () => {
    const send = async (from: string) =>
      (await sendRequest("/contact-us", { body: createFields(), from, headers: { Origin: origin } })).status;
    for (let n = 0; n < 10; n++) expect(await send("127.0.0.2")).toBe(303);
    expect([await send("127.0.0.2"), await send("127.0.0.3")]).toEqual([429, 303]);
  });

  test("nginx with its cache on keeps no page that a CDN purges", async () => {
    const ports = await reserveNginxPorts();
    const node = new URL(site.origin).host;
    const caching = await startNginx(findInstalledNginx()!, ports, [node, node]);
    const get = createHttpsClient(`https://localhost:${ports.https}`, caching.authority);
    for (let n = 0; n < 2; n++) expect((await get("/en/about-us")).headers["x-cache"]).toBe("MISS");
    for (const state of ["MISS", "HIT"]) expect((await get("/logo.svg")).headers["x-cache"]).toBe(state);
    await caching.stop();
  });

  test("while no node responds, nginx passes on Varnish's cached pages, and its short error page for others", async () => {
    await site.stop("SIGKILL");
    expect((await sendRequest("/en/product/list")).status).toBe(200);
    const { status, body } = await sendRequest("/en/news/list");
    expect([status, body.includes("请稍后再试")]).toEqual([503, true]);
  });
});
