import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { SessionKind, Tables } from "#app/services/submissions/database/tables.ts";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";
import { createSessions } from "./sessions.ts";

test("texts that can't be tokens aren't looked up", async () => {
  // A look-up would throw, because the database is an empty object.
  const sessions = createSessions({} as Kysely<Tables>);
  const token = "x".repeat(43);
  for (const text of ["", "x", `${token}x`, `browser ${token}`, "x".repeat(1e6), `${token.slice(1)}=`, `${token}\n`])
    expect([await sessions.isOpen(text), await sessions.end(text)], text.slice(0, 60)).toEqual([false, false]);
  await expect(sessions.isOpen(token)).rejects.toThrow(TypeError);
});

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

test.each<[SessionKind, number]>([
  ["visitor", 7 * dayMs],
  ["desk", 12 * hourMs],
  ["deskBrowser", 365 * dayMs],
  ["deskLink", hourMs / 6],
])("an unused session of the kind %s ends after %i ms, and is then neither listed nor counted", async (kind, ms) => {
  let time = 1_800_000_000_000;
  const sessions = createSessions(await openMemoryDatabase(), () => time, kind);
  const token = await sessions.open("a@b.cn");
  time += ms - 1;
  expect(await sessions.list("a@b.cn", [])).toMatchObject([{ kind }]);
  time += 1;
  expect(await sessions.list("a@b.cn", [])).toEqual([]);
  expect([await sessions.isOpen(token), await sessions.endAllOfAccount("a@b.cn")]).toEqual([false, 0]);
});

test("a session's use is recorded once an hour, and a visitor's session ends thirty days after the login, even if used", async () => {
  const start = 1_800_000_000_000;
  let time = start;
  const sessions = createSessions(await openMemoryDatabase(), () => time);
  const token = await sessions.open("a@b.cn");
  for (const ms of [hourMs - 1, hourMs, 6 * dayMs, 12 * dayMs, 18 * dayMs, 24 * dayMs, 30 * dayMs - 1]) {
    time = start + ms;
    expect(await sessions.isOpen(token)).toBe(true);
    const [session] = await sessions.list("a@b.cn", []);
    expect(session!.usedAt).toBe(ms < hourMs ? start : time);
  }
  time += 1;
  expect(await sessions.isOpen(token)).toBe(false);
});
