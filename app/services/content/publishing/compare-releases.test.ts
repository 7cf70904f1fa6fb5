import { join } from "node:path";
import { expect, test } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { compileContent } from "../compile/compile.ts";
import { readContentFolder } from "../files/content-folder.ts";
import type { ContentSource, SourceItem } from "../files/content-source.ts";
import { compareReleases } from "./compare-releases.ts";
import { indexName, indexVersion } from "./release.ts";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";

const { source: allContent } = await readContentFolder(testContent);
// Without batches, whose names change with those of their products.
const source: ContentSource = { ...allContent, batches: [] };

/** Creates a release in a temporary folder. @param files their paths and first letters of their hashes */
function createRelease(content: ContentSource, files: Record<string, string> = {}) {
  const folder = createTestFolder();
  compileContent(content, join(folder, indexName));
  const listedFiles = Object.entries(files).map(([path, letter]) => ({ path, hash: letter.repeat(64), size: 1 }));
  return { folder, indexVersion, files: listedFiles };
}

const compare = (previous: ContentSource, present: ContentSource) =>
  compareReleases(createRelease(previous), createRelease(present));

const withHuangQi = (change: (item: SourceItem) => SourceItem[]): ContentSource => ({
  ...source,
  items: [...source.items].flatMap((item) =>
    item.kind === "product" && item.id === "huang-qi" ? change(item) : [item],
  ),
});
const huangQi = { kind: "product", id: "huang-qi", title: "黄芪" };

test("equal content has no changes, and a first release has everything added", () => {
  expect(compare(source, source)).toEqual([]);
  const changes = compareReleases(undefined, createRelease(source));
  expect(changes).toContainEqual({ action: "added", ...huangQi });
  expect(changes).toContainEqual({ action: "added", kind: "document", id: "settings" });
  expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(["added"]));
});

test("an item that is new, gone, withdrawn or changed in one language is the only change", () => {
  const without = withHuangQi(() => []);
  expect(compare(source, without)).toEqual([{ action: "removed", ...huangQi }]);
  expect(compare(without, source)).toEqual([{ action: "added", ...huangQi }]);
  const withdrawn = withHuangQi((item) => [{ ...item, facts: { ...item.facts, draft: true } }]);
  expect(compare(source, withdrawn)).toEqual([{ action: "changed", ...huangQi }]);
  const changedInEnglish = withHuangQi((item) => {
    const { en } = item.translations;
    return [{ ...item, translations: { ...item.translations, en: { ...en!, html: "<p>Other</p>" } } }];
  });
  expect(compare(source, changedInEnglish)).toEqual([{ action: "changed", ...huangQi }]);
});

test("batches, documents and old addresses are listed", () => {
  expect(compare(source, allContent)).toContainEqual({
    action: "added",
    kind: "batch",
    id: "HQ-2601",
    title: "黄芪 HQ-2601",
  });
  const documents = { ...source.documents, menu: { cn: { rows: [] } } };
  const redirects = [...source.redirects, { from: "/old", to: "/about-us" }];
  expect(compare(source, { ...source, documents, redirects })).toEqual([
    { action: "changed", kind: "document", id: "menu" },
    { action: "added", kind: "redirect", id: "/old" },
  ]);
});

test("files of the owner are listed, but not those that are made from others", () => {
  const previous = createRelease(source, { "files/logo.svg": "a", "files/files/old.pdf": "a" });
  const present = createRelease(source, {
    "files/files/new.pdf": "b",
    "files/icons/180.png": "b",
    "files/logo.svg": "b",
    "files/logo.svg.gz": "b",
    "files/logs.gz": "b",
    [`files/photos/${"c".repeat(20)}-900x1200.jpg`]: "b",
    "files/photos/office.jpg": "b",
    "files/share/site.png": "b",
  });
  expect(compareReleases(previous, present)).toEqual([
    { action: "added", kind: "file", id: "/files/new.pdf" },
    { action: "changed", kind: "file", id: "/logo.svg" },
    { action: "added", kind: "file", id: "/logs.gz" },
    { action: "added", kind: "file", id: "/photos/office.jpg" },
    { action: "removed", kind: "file", id: "/files/old.pdf" },
  ]);
});

test("only files are compared with a release whose index can't be read", () => {
  const previous = { ...createRelease(source, { "files/logo.svg": "a" }), indexVersion: 5 };
  expect(compareReleases(previous, createRelease(source, { "files/logo.svg": "b" }))).toEqual([
    { action: "changed", kind: "file", id: "/logo.svg" },
  ]);
});
