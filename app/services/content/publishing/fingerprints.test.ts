import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFolderState } from "./fingerprints.ts";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";

test("the bytes of a folder are hashed again only if a size or a time has changed", () => {
  const content = createTestFolder();
  const file = join(content, "film.mp4");
  writeFileSync(file, "a".repeat(3_000_000));
  const first = readFolderState(content);
  expect(readFolderState(content, { ...first, folder: "known" })).toEqual({ ...first, folder: "known" });
  utimesSync(file, 1, 1);
  const touched = readFolderState(content, { ...first, folder: "known" });
  expect([touched.folder, touched.times === first.times]).toEqual([first.folder, false]);
  writeFileSync(file, "b".repeat(3_000_000));
  expect(readFolderState(content, touched).folder).not.toBe(first.folder);
});
