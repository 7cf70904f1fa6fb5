import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";
import { findUnreadFiles } from "./unread-files.ts";

test("a folder that has the name of a file is named, with what in it looks like content", () => {
  const root = createTestFolder();
  for (const [folder, name] of [
    ["batch/ZZ2.yaml/more", "index.cn.md"],
    ["herbs/a.yaml", "photo.heic"],
    ["news/a", "photo.heic"],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, name), "a");
  }
  const found = findUnreadFiles(root, new Set()).map(({ file, message }) => [file.slice(root.length + 1), message.key]);
  expect(found).toEqual([
    ["batch/ZZ2.yaml", "folderForFile"],
    ["herbs/a.yaml", "folderForFile"],
    ["batch/ZZ2.yaml/more/index.cn.md", "unread"],
  ]);
});
