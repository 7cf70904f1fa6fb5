import { expect, test } from "vitest";
import { createBaskets } from "../../../app/services/submissions/basket.ts";
import { createLoginCodes } from "../../../app/services/submissions/login/login-codes.ts";
import { createRateLimiter } from "../../../app/services/submissions/rate-limit.ts";
import { createRepository } from "../../../app/services/submissions/repository.ts";
import { createSessions } from "../../../app/services/submissions/login/sessions.ts";
import { sweep } from "../../../app/services/submissions/sweep.ts";
import { createFreshDatabase, storages } from "../../setup/databases.ts";

const dayMs = 24 * 60 * 60 * 1000;

test.each(storages)("%s: expired rows are deleted; undelivered and younger ones stay", async (storage) => {
  const freshStorage = await createFreshDatabase(storage);
  const database = await freshStorage.open();
  const start = 1_800_000_000_000;
  const createClock = (time: number) => () => time;
  const storeSubmission = async (key: string, time: number, destinations: ["api"] | []) =>
    createRepository(database, destinations, createClock(time)).store({
      ...{ kind: "guestbook", payload: { key }, contact: "a@b.cn", idempotencyKey: key },
    });
  await storeSubmission("old", start, []);
  await storeSubmission("old, to be delivered", start, ["api"]);
  await storeSubmission("young", start + 20 * dayMs, []);
  await createRateLimiter(database, createClock(start)).countAttempt("submission", "1.2.3.4");
  await createBaskets(database, createClock(start)).write(undefined, [{ id: "huang-qi", quantity: 1 }]);
  await createLoginCodes(database, createClock(start)).issue("a@b.cn", "browser");
  await createSessions(database, createClock(start)).open("a@b.cn");
  expect(await sweep(database, undefined, start + 40 * dayMs)).toBe(0);
  for (const table of ["rate_limit", "basket", "open_code", "session"] as const) {
    expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  expect(await sweep(database, 30, start + 31 * dayMs)).toBe(1);
  const remainingKeys = (await createRepository(database).list()).map(({ payload }) => payload["key"]);
  expect(remainingKeys).toEqual(["young", "old, to be delivered"]);
  const setStatuses = async (status: "refused" | "delivered", time: number) => {
    await database.updateTable("delivery").set({ status }).execute();
    return sweep(database, 1, time);
  };
  expect(await setStatuses("refused", start + 90 * dayMs)).toBe(1);
  const [refusedSubmission] = await createRepository(database).list();
  expect(refusedSubmission!.payload["key"]).toBe("old, to be delivered");
  await createRepository(database).markAsDone(refusedSubmission!.id);
  expect(await setStatuses("refused", start + 90 * dayMs)).toBe(1);
  await storeSubmission("delivered", start, ["api"]);
  expect(await setStatuses("delivered", start + 90 * dayMs)).toBe(1);
  await freshStorage.remove();
});
