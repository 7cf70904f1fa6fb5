import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

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
  server.kill();
});
