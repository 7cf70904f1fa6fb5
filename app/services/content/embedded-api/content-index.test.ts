import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { compileContent } from "../compile/compile.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { openContentIndex } from "./content-index.ts";

// The name has characters with a meaning in URLs.
const folder = mkdtempSync(join(tmpdir(), "index #1 50%? "));
const file = join(folder, "content.sqlite");
beforeAll(() => compileContent(readContentFolder(testContent).source, file));
afterAll(() => rmSync(folder, { recursive: true }));

test("reads the index without locks, so another process that locks it holds nothing up", () => {
  const other = new DatabaseSync(file);
  other.exec("BEGIN EXCLUSIVE");
  const index = openContentIndex(file);
  expect(index.getCategories("product", "cn")).not.toEqual([]);
  index.close();
  other.close();
});
