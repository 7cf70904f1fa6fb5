import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { openContentIndex } from "../../app/services/content/embedded-api/content-index.ts";
import { compileGeneratedContent } from "./generated-content.ts";

test("the generated content can be compiled, and its items, lists and words are found", () => {
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  const file = join(folder, "content.sqlite");
  compileGeneratedContent(500, file);
  const index = openContentIndex(file);
  expect(index.list("news", "cn", { page: 1, pageSize: 12, sort: "newest" })?.total).toBe(
    Math.ceil(500 / kinds.length),
  );
  expect(index.getItem("product", "en", "item-2")?.["title"]).toMatch(/ 2$/);
  const found = index.list("news", "cn", { page: 1, pageSize: 12, sort: "title", keyword: "三七" })!;
  expect(found.total).toBeGreaterThan(0);
  expect(found.rows.length).toBe(Math.min(12, found.total));
  for (const sort of ["newest", "title"] as const) {
    const pages = Array.from({ length: 14 }, (_, page) =>
      index.list("product", "cn", { page: page + 1, pageSize: 7, sort })!.rows.map((row) => (row as { id: string }).id),
    );
    // Of a hundred products ten aren't visible yet.
    expect(pages.map((ids) => ids.length)).toEqual([...Array.from({ length: 12 }, () => 7), 6, 0]);
    expect(new Set(pages.flat()).size).toBe(90);
    expect(pages.flat()).toEqual(
      index.list("product", "cn", { page: 1, pageSize: 100, sort })!.rows.map((row) => (row as { id: string }).id),
    );
  }
  index.close();
  rmSync(folder, { recursive: true });
});
