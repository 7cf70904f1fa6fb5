import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBaskets } from "./basket.ts";
import { createLoginCodes } from "./login-codes.ts";
import { countTry, submissionLimit } from "./rate-limit.ts";
import { createRepository } from "./repository.ts";
import { createSessions } from "./sessions.ts";
import { openSqlite } from "./sqlite.ts";
import { sweep } from "./sweep.ts";
import { migrate } from "./tables.ts";

const day = 24 * 60 * 60 * 1000;

test("what has had its time goes; what is to be delivered, and what is younger, stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sweep-"));
  const database = openSqlite(join(folder, "site.sqlite"));
  await migrate(database);
  const start = 1_800_000_000_000;
  const at = (time: number) => () => time;
  const keep = async (key: string, time: number, destinations: ["api"] | []) =>
    createRepository(database, destinations, at(time)).accept({
      ...{ kind: "guestbook", payload: { key }, contact: "a@b.cn", idempotencyKey: key },
    });
  await keep("old", start, []);
  await keep("old, to be delivered", start, ["api"]);
  await keep("young", start + 20 * day, []);
  await countTry(database, "somebody", submissionLimit, start);
  await createBaskets(database, at(start)).write(undefined, [{ id: "huang-qi", quantity: 1 }]);
  await createLoginCodes(database, at(start)).issue("a@b.cn");
  await createSessions(database, at(start)).open("a@b.cn");
  expect(await sweep(database, undefined, start + 40 * day)).toBe(0);
  for (const table of ["rate_limit", "basket", "login_code", "session"] as const) {
    expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  expect(await sweep(database, 30, start + 31 * day)).toBe(1);
  const left = (await createRepository(database).list()).map(({ payload }) => payload["key"]);
  expect(left).toEqual(["young", "old, to be delivered"]);
  await database.destroy();
  rmSync(folder, { recursive: true });
});
