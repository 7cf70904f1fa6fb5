import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { startBackend } from "../mocks/backend.ts";
import { createFreshDatabase } from "../setup/databases.ts";
import { createFields, getReference, post, waitUntil } from "../setup/guestbook-form.ts";
import { getMissingPostgresReason } from "../setup/postgres.ts";
import { startSite } from "../setup/running-site.ts";
import { formatName } from "../setup/skipped.ts";

const reason = getMissingPostgresReason();

test.skipIf(reason !== undefined)(
  formatName(
    "after a move from SQLite to PostgreSQL all submissions are listed, and pending ones are delivered",
    reason,
  ),
  async () => {
    const storage = await createFreshDatabase("PostgreSQL");
    const DATA_DIR = mkdtempSync(join(tmpdir(), "moving-"));
    const receivedKeys: string[] = [];
    let isDown = true;
    const webhook = await startBackend(async (request) => {
      if (isDown) return new Response("down", { status: 503 });
      receivedKeys.push(request.headers.get("Idempotency-Key")!);
      return new Response("ok");
    });
    onTestFinished(async () => {
      await webhook.stop();
      rmSync(DATA_DIR, { recursive: true, force: true });
      await storage.remove();
    });
    const oldVariables = { DATA_DIR, DATABASE_URL: "", WEBHOOK_URL: `${webhook.origin}/hook` };
    const run = (script: string, variables: Record<string, string>, ...args: string[]) =>
      spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
        cwd: inject("siteFolder"),
        env: { ...process.env, OWNER_LANGUAGE: "en", ...variables },
        encoding: "utf8",
      });
    const move = "scripts/move-to-postgresql.ts";
    const newVariables = { ...oldVariables, DATABASE_URL: storage.variables.DATABASE_URL! };

    const site = await startSite(oldVariables);
    const references = [];
    for (let n = 0; n < 5; n++) references.push(getReference(await post(site, createFields())));
    expect(run(move, newVariables)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("The site is using"),
    });
    expect(await site.stop()).toBe(0);
    expect(run(move, newVariables)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Announcements: 5 moved"),
    });

    isDown = false;
    const next = await startSite(newVariables);
    const list = run("scripts/inbox.ts", newVariables, "list").stdout;
    for (const reference of references) expect(list).toContain(reference);
    for (const reference of references) run("scripts/inbox.ts", newVariables, "retry", reference!);
    await waitUntil(() => new Set(receivedKeys).size === 5);
    expect(run(move, newVariables)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("0 moved, 5 already there"),
    });
    expect(getReference(await post(next, createFields()))).toBeDefined();
    expect(await next.stop()).toBe(0);
    expect(new Set(receivedKeys).size).toBe(6);
  },
);
