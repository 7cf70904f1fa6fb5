import { once } from "node:events";
import { request } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startProgram } from "#tests/setup/programs/running-program.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

const developCommand = [process.execPath, resolve("node_modules/@react-router/dev/bin.cjs"), "dev"];

test("in development the site runs from the source files", async () => {
  const port = await findFreePort();
  const env = { ...process.env, DATA_DIR: createTestFolder(), LOG_LEVEL: "warn", NODE_ENV: "development" };
  const server = await startProgram([...developCommand, "--host", "127.0.0.1", "--port", String(port)], /Local:/, {
    env,
  });
  onTestFinished(() => void server.stop());
  const page = await fetch(`http://127.0.0.1:${port}/en/about-us`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("</footer>");
});

/** Returns a Node flag that makes the process run the code `mistake` on SIGUSR2. Nothing catches its error. */
function createImportFlag(mistake: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${mistake} })`)}`;
}

test.skipIf(process.platform === "win32").each([
  ["an exception", 'throw new Error("nobody catches this")'],
  ["a rejection", 'Promise.reject(new Error("nobody catches this"))'],
])("%s is logged, running requests finish, and the exit code is 1", async (_, mistake) => {
  const site = await startSite({ NODE_OPTIONS: createImportFlag(mistake) });
  const form = request(`${site.origin}/en/contact-us`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": 6 },
  });
  form.write("nam");
  // Waits until the server has received the head of the request.
  await sleep(200);
  site.signal("SIGUSR2");
  await expect.poll(site.output).toContain("nobody catches this");
  const readyResponse = await fetch(`${site.origin}/readyz`);
  form.end("e=x");
  const [response] = await once(form, "response");
  await text(response);
  expect([readyResponse.status, response.statusCode]).toEqual([503, 422]);
  expect(await site.exit).toBe(1);
  const errors = site
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: number; err?: { message: string } })
    .filter(({ level }) => level === 60);
  expect(errors).toEqual([
    expect.objectContaining({ err: expect.objectContaining({ message: "nobody catches this" }) }),
  ]);
});
