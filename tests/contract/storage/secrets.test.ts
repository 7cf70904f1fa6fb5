import { expect, test } from "vitest";
import { getOrCreateSecret } from "../../../app/services/submissions/database/secrets.ts";
import { createFreshDatabase, storages } from "../../setup/databases.ts";

test.each(storages)("%s: a key is random, created once, and shared by all later processes", async (storage) => {
  const freshStorage = await createFreshDatabase(storage);
  const databases = [await freshStorage.open(), await freshStorage.open()];
  const keys = await Promise.all(
    databases.flatMap((database) => [getOrCreateSecret(database, "a"), getOrCreateSecret(database, "a")]),
  );
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(await getOrCreateSecret(await freshStorage.open(), "a")).toBe(keys[0]);
  expect(await getOrCreateSecret(databases[0]!, "b")).not.toBe(keys[0]);
  await freshStorage.remove();
});
