import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ChildEndedError, type Child } from "#app/services/runtime/child-process.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import type { DeskFunctions } from "./child-functions.ts";
import { deleteUnfinishedSaves, saveChanges } from "./saving.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Fakes a child process whose calls return the results in turn. A result that is an error is thrown. */
function createTestChild(...results: unknown[]) {
  const call = async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  };
  return { call } as unknown as Child<DeskFunctions>;
}

const savedResult = { outcome: "saved" };

test("a slow save doesn't block another one, and leaves no file next to the database", async () => {
  const DATA_DIR = createTestFolder();
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* sendSlowly() {
    yield encode("[");
    await promise;
    yield encode("]");
  }
  const child = createTestChild(savedResult, { outcome: "invalid" });
  const slowSave = saveChanges(child, sendSlowly(), "a@b.cn", { DATA_DIR });
  const quickSave = saveChanges(child, Readable.from([encode("[]")]), "c@d.cn", { DATA_DIR });
  expect(await quickSave).toEqual(savedResult);
  resolve();
  expect(await slowSave).toEqual({ outcome: "invalid" });
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test("a save whose body can't be read fails with the error of the body", async () => {
  const DATA_DIR = createTestFolder();
  const problem = new Error("too large");
  const brokenBody = Readable.from([encode('{"files":')]).map(() => Promise.reject(problem));
  await expect(saveChanges(createTestChild(), brokenBody, "a@b.cn", { DATA_DIR })).rejects.toBe(problem);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test("a save whose process is killed is tried once more, and any other error is thrown to the caller", async () => {
  const DATA_DIR = createTestFolder();
  const save = (child: Child<DeskFunctions>) =>
    saveChanges(child, Readable.from([encode("{}")]), "a@b.cn", { DATA_DIR });
  expect(await save(createTestChild(new ChildEndedError("SIGKILL"), savedResult))).toEqual(savedResult);
  await expect(save(createTestChild(new ChildEndedError("1"), new ChildEndedError("2")))).rejects.toThrow("2");
  await expect(save(createTestChild(new Error("no space"), savedResult))).rejects.toThrow("no space");
});

test("unfinished saves that a stopped server left are deleted", () => {
  const DATA_DIR = createTestFolder();
  for (const name of [".save-1", "site.sqlite"]) writeFileSync(join(DATA_DIR, name), "");
  deleteUnfinishedSaves({ DATA_DIR });
  expect(readdirSync(DATA_DIR)).toEqual(["site.sqlite"]);
});
