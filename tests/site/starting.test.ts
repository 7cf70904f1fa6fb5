import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";
import { runStart } from "#tests/setup/programs/run-script.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

const missingLinuxReason = process.platform === "linux" ? undefined : "only Linux has these folders";

test("each invalid variable is reported in a clear sentence, with exit code 1", () => {
  const { status, stderr } = runStart({ PORT: "eighty", API_BASE_URL: "cms" });
  expect(status).toBe(1);
  expect(stderr.trim()).toBe("PORT=eighty: must be a number\nAPI_BASE_URL=cms: must be an http or https address");
});

// The database's unit test covers other faulty folders.
testUnless(missingLinuxReason)(
  "a DATA_DIR that can't be created is reported in a clear sentence, with exit code 1",
  () => {
    const { status, stderr } = runStart({ PORT: "0", DATA_DIR: "/proc/nope/deep" });
    const sentence = /^DATA_DIR=\S+: must be a folder that this process can write to, as [^(]* \([^\n]+\)\n$/;
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  },
);

test("an invalid language and an invalid account of the desk are reported before anything is stored", () => {
  const DATA_DIR = join(createTestFolder(), "data");
  expect(runStart({ DATA_DIR, OWNER_LANGUAGE: "fr" }).stderr).toBe("OWNER_LANGUAGE=fr: must be cn or en\n");
  const accounts = "DESK_ACCOUNTS: must be email addresses or phone numbers, separated by commas\n";
  expect(runStart({ DATA_DIR, DESK_ACCOUNTS: "zhou" })).toMatchObject({ status: 1, stdout: "", stderr: accounts });
  expect(existsSync(DATA_DIR)).toBe(false);
});

test("a missing database is reported by a warning that names the backup", async () => {
  const DATA_DIR = createTestFolder();
  const first = await startSite({ DATA_DIR });
  await first.stop();
  expect(first.output()).not.toContain("is gone");
  rmSync(join(DATA_DIR, "site.sqlite"));
  writeFileSync(join(DATA_DIR, "last-backup"), "");
  const second = await startSite({ DATA_DIR });
  await second.stop();
  expect(second.output()).toMatch(/"level":40.*site\.sqlite with the submissions is gone.*site-admin restore FILE/);
});

test("a port in use and a folder in use are reported before anything is published, with exit code 1", () => {
  const DATA_DIR = createTestFolder();
  const start = (variables: Record<string, string>) => runStart({ DATA_DIR, ...variables }, inject("siteFolder"));
  const { port: PORT, hostname: HOST } = new URL(inject("siteOrigin"));
  const portSentence = `Port ${PORT} is in use. Set PORT to another one.\n`;
  expect(start({ PORT, HOST })).toMatchObject({ status: 1, stdout: "", stderr: portSentence });
  const lock = tryAcquireLock(join(DATA_DIR, "site.lock"))!;
  const folderSentence = expect.stringMatching(
    /^DATA_DIR=\S+: another process of the site is using this folder\. [^\n]+\n$/,
  );
  expect(start({ PORT: "0" })).toMatchObject({ status: 1, stdout: "", stderr: folderSentence });
  lock.release();
});

test("every line of the log is JSON from the first on; each request has a line with its id, without its query", async () => {
  const faultyVariables = { SMPT_URL: "smtp://mail.example", GUARDED_ROUTES: "/case/*,/cases/*" };
  const variables = { API_BASE_URL: "http://127.0.0.1:9", API_PATHS: '{"tea.list":"/tea"}', ...faultyVariables };
  const site = await startSite(variables);
  const response = await fetch(`${site.origin}/about-us?q=secret`);
  await site.stop();
  const lines = site
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  const warnings = lines.filter(({ level }) => level === 40).map(({ msg }) => msg);
  expect(warnings).toContain("SMPT_URL is no variable of the site, and does nothing: SMTP_URL?");
  expect(warnings).toContain("GUARDED_ROUTES: /cases/* matches no page, and guards nothing");
  expect(warnings.join("\n")).not.toContain("/case/*");
  // Lines that code writes to the console become JSON, too.
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, msg: "api key not found tea.list" }));
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: expect.stringContaining("The site is at") }));
  expect(lines.every(({ level, msg }) => level > 0 && msg.length > 0)).toBe(true);
  const requestId = response.headers.get("X-Request-Id");
  expect(lines).toContainEqual(expect.objectContaining({ msg: "request", path: "/about-us", status: 200, requestId }));
  expect(site.output()).not.toContain("secret");
});
