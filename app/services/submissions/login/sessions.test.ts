import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { Tables } from "../database/tables.ts";
import { createSessions } from "./sessions.ts";

test("texts that can't be tokens aren't looked up", async () => {
  // The function throws if it is called.
  const sessions = createSessions({} as Kysely<Tables>);
  const token = "x".repeat(43);
  for (const text of ["", "x", `${token}x`, `browser ${token}`, "x".repeat(1e6), `${token.slice(1)}=`, `${token}\n`])
    expect([await sessions.isOpen(text), await sessions.end(text)], text.slice(0, 60)).toEqual([false, false]);
  await expect(sessions.isOpen(token)).rejects.toThrow(TypeError);
});
