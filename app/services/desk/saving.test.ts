import { readdirSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../tests/setup/test-folder.ts";
import { saveChanges } from "./saving.ts";

const encode = (text: string) => new TextEncoder().encode(text);

test("a save that comes slowly doesn't hold up another one, and leaves nothing beside the database", async () => {
  const DATA_DIR = createTestFolder();
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* sendSlowly() {
    yield encode("[");
    await promise;
    yield encode("]");
  }
  const slow = saveChanges(sendSlowly(), "a@b.cn", { DATA_DIR });
  const quick = saveChanges(Readable.from([encode("[]")]), "c@d.cn", { DATA_DIR });
  expect(await quick).toEqual({ outcome: "invalid" });
  resolve();
  expect(await slow).toEqual({ outcome: "invalid" });
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test("a save that can't be read is the caller's error, and the next one has its turn", async () => {
  const DATA_DIR = createTestFolder();
  const problem = new Error("too large");
  const broken = Readable.from([encode('{"files":')]).map(() => Promise.reject(problem));
  await expect(saveChanges(broken, "a@b.cn", { DATA_DIR })).rejects.toBe(problem);
  expect(await saveChanges(Readable.from([encode("{}")]), "a@b.cn", { DATA_DIR })).toEqual({ outcome: "invalid" });
  expect(readdirSync(DATA_DIR)).toEqual([]);
});
