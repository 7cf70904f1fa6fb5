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

test.skipIf(missingLinuxReason !== undefined).each(["/dev/null", "/dev/null/x", "/sys/nope", "/proc/nope/deep"])(
  formatName("DATA_DIR=%s is reported in a clear sentence, with exit code 1", missingLinuxReason),
  (DATA_DIR) => {
    const { status, stderr } = runStart({ PORT: "0", DATA_DIR });
    const sentence = /^DATA_DIR=\S+: must be a folder that this process can write to, as [^(]* \([^\n]+\)\n$/;
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  },
);

test("a port in use is reported in a clear sentence, with exit code 1", async () => {
  const site = await startSite();
  const { status, stderr } = runStart({ PORT: new URL(site.origin).port, HOST: "127.0.0.1" }, inject("siteFolder"));
  expect([status, stderr]).toEqual([1, expect.stringContaining("is in use. Set PORT to another one.")]);
  await site.stop();
});

test("every line of the log is JSON from the first on, including what packages write to the console", async () => {
  const site = await startSite({ API_BASE_URL: "http://127.0.0.1:9", API_PATHS: '{"tea.list":"/tea"}' });
  await fetch(`${site.origin}/about-us`);
  await site.stop();
  const lines = site
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, msg: "api key not found tea.list" }));
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: expect.stringContaining("The site is at") }));
  expect(lines.every(({ level, msg }) => level > 0 && msg.length > 0)).toBe(true);
});

test("each request has a line in the log, with its id and without its query, and its parts at LOG_LEVEL=trace", async () => {
  const site = await startSite({ LOG_LEVEL: "trace" });
  const response = await fetch(`${site.origin}/search?q=secret`);
  await site.stop();
  const lines = site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const requestId = response.headers.get("X-Request-Id");
  for (const line of [
    { msg: "request", path: "/search", status: 200 },
    { msg: "span", span: "loader", route: "root", status: "success" },
    { msg: "span", span: "middleware", route: "root" },
    { msg: "span", span: "request", ms: expect.any(Number) },
  ]) {
    expect(lines).toContainEqual(expect.objectContaining({ ...line, requestId }));
  }
  expect(site.output()).not.toContain("secret");
});
