import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../setup/free-port.ts";

test("the same build runs under react-router-serve", async () => {
  const port = 20_000 + (process.pid % 900);
  const server = spawn("react-router-serve", ["./build/server/index.js"], {
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: "ignore",
    shell: process.platform === "win32",
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  for (let tries = 0; tries < 200 && !(await get("/")); tries++) await sleep(50);
  const page = await get("/en/product/info/huang-qi");
  expect([page?.status, (await get("/plates/huang-qi.svg"))?.status, (await get("/nothing"))?.status]).toEqual([
    200, 200, 404,
  ]);
  expect(await page!.text()).toContain("</footer>");
  // What only a server may say of a request isn't believed of a client.
  const named = await fetch(`http://127.0.0.1:${port}/`, { headers: { "X-Request-Id": "chosen-by-a-client" } });
  expect(named.headers.get("X-Request-Id")).toMatch(/^[\w-]{36}$/);
  server.kill();
});

test("while it is developed the site runs from its sources", async () => {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), "dev-"));
  const server = spawn("react-router", ["dev", "--host", "127.0.0.1", "--port", String(port)], {
    env: { ...process.env, DATA_DIR: data, LOG_LEVEL: "warn", NODE_ENV: "development" },
    stdio: "ignore",
    shell: process.platform === "win32",
  });
  onTestFinished(async () => {
    server.kill();
    await once(server, "exit");
    rmSync(data, { recursive: true, force: true });
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  for (let tries = 0; tries < 300 && !(await get("/robots.txt"))?.ok; tries++) await sleep(100);
  const page = await get("/en/prescription/info/gui-zhi-tang");
  expect(page?.status).toBe(200);
  expect(await page!.text()).toContain("Cinnamon Twig Decoction");
}, 60_000);
