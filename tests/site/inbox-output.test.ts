import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../app/submissions/database.ts";
import { createRepository } from "../../app/submissions/repository.ts";

test("what an earlier version has kept forges no row of the list and no field of a submission", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "inbox-"));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const database = await openDatabase({ DATA_DIR });
  const name = "Ada\nAAAAAAAA  2026-01-01 00:00  quotation  delivered\u202e\u001b[2J\u2028x";
  const payload = { name, contact: "ada@b.cn", content: "one\nstatus    delivered" };
  const kept = { kind: "guestbook", payload, contact: "ada@b.cn", idempotencyKey: "k" } as const;
  const { reference } = await createRepository(database).accept(kept);
  await database.destroy();
  const inbox = (...args: string[]) =>
    spawnSync(process.execPath, ["app/submissions/commands/inbox.ts", ...args], {
      env: { ...process.env, DATA_DIR },
      encoding: "utf8",
    }).stdout;
  const list = inbox("list");
  expect(list.trimEnd().split("\n")).toHaveLength(3);
  for (const character of ["\u202e", "\u001b", "\u2028"]) expect(list).not.toContain(character);
  const card = inbox("show", reference);
  expect(card.match(/^status/gm)).toHaveLength(1);
  expect(card.match(/^AAAA/gm)).toBeNull();
  expect(inbox("export", "--csv").match(/^AAAA/gm)).toBeNull();
});
