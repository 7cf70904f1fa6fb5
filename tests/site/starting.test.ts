import { expect, inject, test } from "vitest";
import { runStart } from "../setup/run-start.ts";
import { startSite } from "../setup/running-site.ts";
import { formatName } from "../setup/skipped.ts";

const missingLinuxReason = process.platform === "linux" ? undefined : "only Linux has these folders";

test("each invalid variable is reported in a clear sentence, with exit code 1", () => {
  const { status, stderr } = runStart({ PORT: "eighty", API_BASE_URL: "cms" });
  expect(status).toBe(1);
  expect(stderr.trim()).toBe("PORT=eighty: must be a number\nAPI_BASE_URL=cms: must be an http or https address");
});

// The unit test of the database has other folders.
test.skipIf(missingLinuxReason !== undefined)(
  formatName("a DATA_DIR that can't be created is reported in a clear sentence, with exit code 1", missingLinuxReason),
  () => {
    const { status, stderr } = runStart({ PORT: "0", DATA_DIR: "/proc/nope/deep" });
    const sentence = /^DATA_DIR=\S+: must be a folder that this process can write to, as [^(]* \([^\n]+\)\n$/;
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  },
);

test("a port in use is reported in a clear sentence, with exit code 1", () => {
  const { port: PORT, hostname: HOST } = new URL(inject("siteOrigin"));
  const { status, stderr } = runStart({ PORT, HOST }, inject("siteFolder"));
  expect([status, stderr]).toEqual([1, expect.stringContaining("is in use. Set PORT to another one.")]);
});

test("every line of the log is JSON from the first on; each request has one, with its id and without its query, and its parts at LOG_LEVEL=trace", async () => {
  const variables = { API_BASE_URL: "http://127.0.0.1:9", API_PATHS: '{"tea.list":"/tea"}', LOG_LEVEL: "trace" };
  const site = await startSite(variables);
  const response = await fetch(`${site.origin}/about-us?q=secret`);
  await site.stop();
  const lines = site
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  // Packages write to the console, too.
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, msg: "api key not found tea.list" }));
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: expect.stringContaining("The site is at") }));
  expect(lines.every(({ level, msg }) => level > 0 && msg.length > 0)).toBe(true);
  const requestId = response.headers.get("X-Request-Id");
  for (const line of [
    { msg: "request", path: "/about-us", status: 200 },
    { msg: "span", span: "loader", route: "root", status: "success" },
    { msg: "span", span: "middleware", route: "root" },
    { msg: "span", span: "request", ms: expect.any(Number) },
  ]) {
    expect(lines).toContainEqual(expect.objectContaining({ ...line, requestId }));
  }
  expect(site.output()).not.toContain("secret");
});
