import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getMissingSquidReason, startSquid, startUndiciProxy } from "../setup/caching-proxies.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx } from "../setup/nginx.ts";
import { requestPlain, type PlainTarget } from "../setup/plain-http.ts";
import { publishIn } from "../setup/run-script.ts";
import type { RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

/** Milliseconds within which everybody must get the new release. */
const limitMs = 60_000;

const page = "/product/info/gan-cao";
const { folder, content, start, dispose } = createSiteFolder();
const DATA_DIR = join(folder, "data");
const stops: (() => Promise<unknown>)[] = [dispose as () => Promise<unknown>];
let site: RunningSite;
const proxies: Record<string, PlainTarget> = {};

beforeAll(async () => {
  const ports = await reserveNginxPorts();
  const origin = `https://localhost:${ports.https}`;
  site = await start({ DATA_DIR, SITE_URL: origin, TRUST_PROXY: "127.0.0.1" });
  stops.push(() => site.stop());
  const undici = await startUndiciProxy(site.origin);
  proxies["undici's cache"] = undici;
  stops.push(undici.stop);
  if (!getMissingSquidReason()) {
    const squid = await startSquid(site.origin);
    proxies["Squid"] = squid;
    stops.push(squid.stop);
  }
  if (getMissingNginxReason()) return;
  const nginx = await startNginx(ports, [new URL(site.origin).host], { hasLimits: false });
  proxies["nginx"] = { origin, ...nginx };
  stops.push(nginx.stop);
  const chain = await startUndiciProxy(origin, nginx.authority);
  proxies["undici's cache in front of nginx"] = chain;
  stops.push(chain.stop);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test("a release is visible to everybody within a minute, through any number of proxies", async () => {
  const mark = `第 ${Date.now()} 版`;
  const isMarkVisible = async (name: string) => (await requestPlain(proxies[name]!, page)).body.includes(mark);
  const names = Object.keys(proxies);
  // Requests the page regularly, so that the caches have copies of all ages when the content is published.
  const visits = setInterval(() => names.forEach((name) => void isMarkVisible(name).catch(() => false)), 500);
  await sleep(20_000);
  appendFileSync(join(content, "product/gan-cao/index.cn.md"), `\n${mark}\n`);
  await publishIn(folder, { DATA_DIR });
  const publicationTime = Date.now();
  const waitingProxies = new Set(names);
  while (waitingProxies.size > 0 && Date.now() - publicationTime < limitMs) {
    for (const name of waitingProxies) if (await isMarkVisible(name)) waitingProxies.delete(name);
    await sleep(200);
  }
  clearInterval(visits);
  expect([...waitingProxies]).toEqual([]);
  for (const name of names) expect([name, await isMarkVisible(name)]).toEqual([name, true]);
});
