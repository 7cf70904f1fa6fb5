import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRepository, type Repository } from "./repository.ts";
import { isReference, newReference } from "./reference.ts";
import { openSqlite } from "./sqlite.ts";
import { migrate, type Tables } from "./tables.ts";

let folder: string;
let database: Kysely<Tables>;
let repository: Repository;
let clock = 0;

async function open(): Promise<[Kysely<Tables>, Repository]> {
  const opened = openSqlite(join(folder, "deep", "site.sqlite"));
  await migrate(opened);
  return [opened, createRepository(opened, [], () => ++clock)];
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "submissions-"));
  [database, repository] = await open();
});
afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

const message = (content: string, idempotencyKey = content) => ({
  kind: "guestbook" as const,
  payload: { name: "王", contact: "13812345678", content, locale: "cn" },
  contact: "+8613812345678",
  idempotencyKey,
});

test("what is accepted is there after the process has ended, text byte for byte", async () => {
  const content = "  第一行\n第二行\t🌿  =SUM(A1) <b>'\"\\ ";
  const { reference, outcome } = await repository.accept(message(content));
  await database.destroy();
  [database, repository] = await open();
  const [kept] = await repository.list();
  expect([outcome, kept?.reference, kept?.payload["content"]]).toEqual(["stored", reference, content]);
  expect(kept?.createdAt).toMatch(/^1970-01-01T00:00:00\.\d{3}Z$/);
});

test("the same key with the same content is the same submission, with other content it is told so", async () => {
  const first = await repository.accept(message("a", "key"));
  expect(await repository.accept(message("a", "key"))).toEqual({ ...first, outcome: "repeated" });
  expect(await repository.accept(message("b", "key"))).toEqual({ ...first, outcome: "changed" });
  expect(await repository.list()).toHaveLength(1);
});

test("fifty equal ones at once are one row", async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => repository.accept(message("a", "key"))));
  expect(new Set(all.map(({ reference }) => reference)).size).toBe(1);
  expect(all.filter(({ outcome }) => outcome === "stored")).toHaveLength(1);
  expect(await repository.list()).toHaveLength(1);
});

test("the list is newest first, and can be narrowed; one is found by id or reference", async () => {
  await repository.accept(message("a"));
  await repository.accept({ ...message("b"), kind: "quotation" });
  const [b, a] = await repository.list();
  expect([a?.payload["content"], b?.payload["content"]]).toEqual(["a", "b"]);
  expect(await repository.list({ kind: "guestbook", status: "stored" })).toEqual([a]);
  expect(await repository.list({ status: "failed" })).toEqual([]);
  expect(await repository.find(a!.id)).toMatchObject(a!);
  expect(await repository.find(a!.reference)).toMatchObject(a!);
  expect(await repository.find("nowhere")).toBeUndefined();
});

test("a person can be forgotten", async () => {
  await repository.accept(message("a"));
  await repository.accept({ ...message("b"), contact: "other@example.com" });
  expect(await repository.forget("+8613812345678")).toBe(1);
  expect((await repository.list()).map(({ payload }) => payload["content"])).toEqual(["b"]);
});

test("references have 8 characters of which no two look alike", () => {
  const made = Array.from({ length: 200 }, newReference);
  expect(made.every(isReference)).toBe(true);
  expect(made.join("")).not.toMatch(/[01BILOSUVZ5]/);
  for (const wrong of [null, "", "ABC", "ABCDEFG0", "ABCDEFGHJ", "<script>"]) expect(isReference(wrong)).toBe(false);
});
