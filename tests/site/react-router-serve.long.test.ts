import { expect, inject, onTestFinished, test } from "vitest";
import { startProgram } from "#tests/setup/programs/running-program.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

test("S29 npm run serve serves an unpublished site from the same build", async () => {
  const port = await findFreePort();
  const variables = { DATA_DIR: createTestFolder(), PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" };
  const server = await startProgram(["npm", "run", "serve"], /http:/, {
    cwd: inject("siteFolder"),
    env: { ...process.env, ...variables },
  });
  onTestFinished(() => void server.stop());
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const page = await get("/en/product/info/huang-qi");
  expect([page.status, (await get("/plates/huang-qi.svg")).status, (await get("/nothing")).status]).toEqual([
    200, 200, 404,
  ]);
  expect(await page.text()).toContain("</footer>");
  // Headers that only a server may set aren't accepted from a client.
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { "X-Request-Id": "chosen-by-a-client" } });
  expect(response.headers.get("X-Request-Id")).toMatch(/^[\w-]{36}$/);
});
