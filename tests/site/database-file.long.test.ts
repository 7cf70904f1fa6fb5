import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, inject, test } from "vitest";
import { runScript } from "#tests/setup/programs/run-script.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFields, getReference, post } from "#tests/setup/site/guestbook-form.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

let DATA_DIR: string;
beforeEach(() => void (DATA_DIR = createTestFolder()));

function run(script: string, args: string[] = [], variables: Record<string, string> = {}) {
  const allVariables = { NODE_ENV: "production", PORT: "0", OWNER_LANGUAGE: "en", DATA_DIR, ...variables };
  return runScript(script, allVariables, { args, cwd: inject("siteFolder"), timeout: 60_000 });
}

test("while the site runs, a second process and the move to PostgreSQL are refused with a message, and other commands work", async () => {
  const site = await startSite({ DATA_DIR });
  const second = run("server/start.ts");
  expect([second.status, second.stderr.trim()]).toEqual([
    1,
    `DATA_DIR=${DATA_DIR}: another process of the site is using this folder. Stop it, or give each process a folder of its own; with PostgreSQL (DATABASE_URL), processes can share a folder`,
  ]);
  const reference = getReference(await post(site, createFields()))!;
  expect(run("scripts/inbox.ts", ["list"]).stdout).toContain(reference);
  const move = run("scripts/move-to-postgresql.ts", [], { DATABASE_URL: "postgres://127.0.0.1:1/herbs" });
  expect([move.status, move.stderr]).toEqual([1, expect.stringContaining("The site is using")]);
  await site.stop("SIGKILL");
  const nextSite = await startSite({ DATA_DIR });
  expect((await post(nextSite, createFields())).status).toBe(303);
  await nextSite.stop();
});

test("when the site has stopped, all submissions are in the database file itself, and the write-ahead log is empty", async () => {
  const site = await startSite({ DATA_DIR });
  for (let n = 0; n < 6; n++) expect((await post(site, createFields())).status).toBe(303);
  expect(statSync(join(DATA_DIR, "site.sqlite-wal")).size).toBeGreaterThan(0);
  expect(await site.stop()).toBe(0);
  const log = join(DATA_DIR, "site.sqlite-wal");
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
  expect(await readInbox(DATA_DIR)).toHaveLength(6);
});

test.each(["server/start.ts", "scripts/inbox.ts"])(
  "%s: an empty database file is reported with exit code 1, and isn't changed",
  (script) => {
    writeFileSync(join(DATA_DIR, "site.sqlite"), "");
    const { status, stderr } = run(script, ["list"]);
    expect([status, stderr.trim()]).toEqual([
      1,
      expect.stringContaining("site.sqlite is damaged (the file exists, but has 0 bytes)"),
    ]);
    expect(statSync(join(DATA_DIR, "site.sqlite")).size).toBe(0);
  },
);
