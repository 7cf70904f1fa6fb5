import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createRateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";
import { createDeskLogins } from "./desk-logins.ts";

afterEach(() => void vi.useRealTimers());

test("a code is created after the response, so that the response time doesn't reveal who is listed", async () => {
  const database = await openMemoryDatabase();
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  const count = async () => events.push("counted") - 1;
  const deskLogins = await createDeskLogins(["a@b.cn"], {
    database,
    log: { info() {}, warn() {}, error() {} },
    limiter: { ...createRateLimiter(database), count },
    codeSender: { delivery: "log", canReach: () => true, send: resolve },
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  for (const account of ["a@b.cn", "c@d.cn"])
    expect(
      deskLogins.requestCode(account, { network: "1.1.1.1", browser: "b", browserToken: "" }, "cn"),
    ).toBeUndefined();
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(events).toEqual([]);
  vi.runAllTimers();
  expect(await promise).toBe("a@b.cn");
  expect(events).toEqual(["counted"]);
});
