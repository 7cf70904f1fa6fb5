import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../tests/setup/test-folder.ts";
import { openTrash } from "./trash.ts";

test("only of an entry of an earlier version, which has no title, the text is read for it", () => {
  const [CONTENT_DIR, DATA_DIR] = [createTestFolder(), createTestFolder()];
  const trash = openTrash({ CONTENT_DIR, DATA_DIR });
  const entries = join(DATA_DIR, "desk-trash");
  for (const [id, text] of [
    ["a", "---\ntitle: Astragalus\n---\n"],
    ["b", "untitled"],
  ] as const) {
    mkdirSync(join(CONTENT_DIR, "news", id), { recursive: true });
    writeFileSync(join(CONTENT_DIR, "news", id, "index.en.md"), text);
    trash.keep([`news/${id}/index.en.md`], "a@b.cn");
  }
  for (const name of readdirSync(entries)) {
    const file = join(entries, name, "entry.json");
    const { title, ...earlier } = JSON.parse(readFileSync(file, "utf8")) as { title: string | null };
    if (title === null) rmSync(join(entries, name, "0"));
    else writeFileSync(file, JSON.stringify(earlier));
  }
  const titles = trash.list().map(({ part, title }) => [part, title]);
  expect(Object.fromEntries(titles)).toEqual({ "news/a": "Astragalus", "news/b": undefined });
});
