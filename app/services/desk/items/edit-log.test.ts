import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { openEditLog } from "./edit-log.ts";

test("another process's entry isn't overwritten, and only the site's own user can read the edit log", () => {
  const folder = createTestFolder();
  const edits = openEditLog(folder);
  expect(edits.tryToAdd(["news/a"], "a@b.cn")).toBeUndefined();
  const lock = tryAcquireLock(join(folder, ".desk-edits.lock"))!;
  expect(edits.tryToAdd(["news/b"], "b@b.cn")).toBe("another process is noting edits");
  lock.release();
  expect(edits.tryToAdd(["news/c", "news/c"], "b@b.cn")).toBeUndefined();
  expect(edits.list().map(({ part }) => part)).toEqual(["news/c", "news/a"]);
  expect(statSync(join(folder, "desk-edits.json")).mode & 0o777).toBe(0o600);
});
