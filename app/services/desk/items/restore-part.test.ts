import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";
import { hashPartIn } from "#tests/setup/content/compare-folders.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createTestFolder, writeFiles } from "#tests/setup/run/test-folder.ts";
import { restorePart } from "./restore-part.ts";
import { openTrash } from "./trash.ts";

const releaseId = "2026-01-01T000000Z-abcdef";
let environment: { CONTENT_DIR: string; DATA_DIR: string };
let source: string;

beforeEach(() => {
  const folder = createTestFolder();
  environment = { CONTENT_DIR: join(folder, "content"), DATA_DIR: join(folder, "data") };
  cpSync(testContent, environment.CONTENT_DIR, { recursive: true });
  source = join(openReleaseFolder(environment.DATA_DIR).getFolder(releaseId), "source/content");
  cpSync(testContent, source, { recursive: true });
});

const write = (path: string, text: string) => writeFiles(environment.CONTENT_DIR, { [path]: text });

const restore = (part: string, former = part) =>
  restorePart(environment, "a@b.cn", {
    part,
    version: hashPartIn(environment.CONTENT_DIR, part),
    former: { release: releaseId, part: former },
  });

test.each([
  ["batch/ZZ2.yaml", "product/huang-qi"],
  ["news/huang-qi", "product/huang-qi"],
  ["menu/huang-qi", "product/huang-qi"],
])("%s can't be restored from %s", async (part, former) => {
  expect(await restore(part, former)).toBe(false);
  expect(existsSync(join(environment.CONTENT_DIR, part))).toBe(false);
});

test("a misplaced file is moved to the trash with its folder, and can't be restored from there", async () => {
  const path = "batch/ZZ2.yaml/index.cn.md";
  write(path, "a");
  expect(await restore(path)).toBe(true);
  expect(existsSync(join(environment.CONTENT_DIR, "batch/ZZ2.yaml"))).toBe(false);
  const trash = openTrash(environment);
  const [entry] = trash.list();
  expect(await trash.restore(entry!.id, hashPartIn(environment.CONTENT_DIR, path), "a@b.cn")).toBeUndefined();
  expect(existsSync(join(environment.CONTENT_DIR, "batch/ZZ2.yaml"))).toBe(false);
});

test("a part that is saved while it waits to be restored isn't overwritten", async () => {
  const path = "product/huang-qi/index.cn.md";
  const lock = tryAcquireLock(join(environment.CONTENT_DIR, ".saving.lock"))!;
  const restoreResult = restore("product/huang-qi");
  await sleep(100);
  write(path, "---\ntitle: 新\n---\n");
  lock.release();
  expect(await restoreResult).toBe(false);
  expect(readFileSync(join(environment.CONTENT_DIR, path), "utf8")).toContain("新");
});
