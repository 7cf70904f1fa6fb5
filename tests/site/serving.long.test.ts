import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { findFreePort } from "../setup/free-port.ts";

test("the same build runs under react-router-serve", async () => {
  const port = 20_000 + (process.pid % 900);
  const server = spawn("react-router-serve", ["./build/server/index.js"], {
    cwd: inject("siteFolder"),
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: "ignore",
    shell: process.platform === "win32",
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  for (let attempt = 0; attempt < 1000 && !(await get("/")); attempt++) await sleep(50);
  const page = await get("/en/product/info/huang-qi");
  expect([page?.status, (await get("/plates/huang-qi.svg"))?.status, (await get("/nothing"))?.status]).toEqual([
    200, 200, 404,
  ]);
  expect(await page!.text()).toContain("</footer>");
  // Headers that only a server may set aren't accepted from a client.
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { "X-Request-Id": "chosen-by-a-client" } });
  expect(response.headers.get("X-Request-Id")).toMatch(/^[\w-]{36}$/);
  server.kill();
});

test("in development the site runs from its sources", async () => {
  const port = await findFreePort();
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
  for (let attempt = 0; attempt < 500 && !(await get("/robots.txt"))?.ok; attempt++) await sleep(100);
  const page = await get("/en/about-us");
  expect(page?.status).toBe(200);
  expect(await page!.text()).toContain("</footer>");
});
