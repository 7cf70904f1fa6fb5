import { expect, test } from "vitest";
import { sharedSecret } from "../../../app/submissions/secrets.ts";
import { freshDatabase, storages } from "../../setup/databases.ts";

test.each(storages)("%s: a key is random, made once, and the same for every process from then on", async (storage) => {
  const fresh = await freshDatabase(storage);
  const databases = [await fresh.open(), await fresh.open()];
  const keys = await Promise.all(databases.flatMap((one) => [sharedSecret(one, "a"), sharedSecret(one, "a")]));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(await sharedSecret(await fresh.open(), "a")).toBe(keys[0]);
  expect(await sharedSecret(databases[0]!, "b")).not.toBe(keys[0]);
  await fresh.remove();
});
