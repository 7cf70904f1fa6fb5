import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startSite } from "../setup/running-site.ts";

/** Returns the import flag of a module that throws an uncaught error when the process gets a signal. */
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
  // The server has received the head of the request before the error.
  await sleep(200);
  site.signal("SIGUSR2");
  const readyResponse = await waitForLog(site.output).then(() => fetch(`${site.origin}/readyz`));
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

async function waitForLog(output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 100 && !output().includes("nobody catches this"); attempt++) await sleep(10);
}
