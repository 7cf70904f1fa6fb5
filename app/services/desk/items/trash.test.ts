import { expect, test } from "vitest";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { openTrash } from "./trash.ts";

test("an entry of the trash has its text's title, if the text has one", () => {
  const texts = { "news/a/index.en.md": "---\ntitle: Astragalus\n---\n", "news/b/index.en.md": "untitled" };
  const trash = openTrash({ CONTENT_DIR: createTestFolder(texts), DATA_DIR: createTestFolder() });
  for (const path of Object.keys(texts)) trash.keep([path], "a@b.cn");
  const titles = trash.list().map(({ part, title }) => [part, title]);
  expect(Object.fromEntries(titles)).toEqual({ "news/a": "Astragalus", "news/b": undefined });
});
