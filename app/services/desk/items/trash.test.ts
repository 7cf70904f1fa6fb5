import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { openTrash } from "./trash.ts";

test("an entry of the trash has its text's title, if the text has one", () => {
  const [CONTENT_DIR, DATA_DIR] = [createTestFolder(), createTestFolder()];
  const trash = openTrash({ CONTENT_DIR, DATA_DIR });
  for (const [id, text] of [
    ["a", "---\ntitle: Astragalus\n---\n"],
    ["b", "untitled"],
  ] as const) {
    mkdirSync(join(CONTENT_DIR, "news", id), { recursive: true });
    writeFileSync(join(CONTENT_DIR, "news", id, "index.en.md"), text);
    trash.keep([`news/${id}/index.en.md`], "a@b.cn");
  }
  const titles = trash.list().map(({ part, title }) => [part, title]);
  expect(Object.fromEntries(titles)).toEqual({ "news/a": "Astragalus", "news/b": undefined });
});
