import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compileContent } from "../compile/compile.ts";
import { readContentFolder } from "../files/content-folder.ts";
import type { ContentSource, SourceItem } from "../files/content-source.ts";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { compareFiles, compareIndexes } from "./compare-content.ts";

const { source: allContent } = readContentFolder(testContent);
const items = [...allContent.items];
// Batches are left out, because their names would change with those of their products.
const source: ContentSource = { ...allContent, batches: [] };

/** Compiles two versions of the content and returns the changes from the first to the second. */
function compare(previousContent: ContentSource | undefined, presentContent: ContentSource) {
  const folder = mkdtempSync(join(tmpdir(), "compare-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [previous, current] = [join(folder, "previous"), join(folder, "present")];
  if (previousContent) compileContent(previousContent, previous);
  compileContent(presentContent, current);
  return compareIndexes(previousContent && previous, current);
}

const isHuangQi = ({ kind, id }: SourceItem) => kind === "product" && id === "huang-qi";
const withHuangQi = (change: (item: SourceItem) => SourceItem[]): ContentSource => ({
  ...source,
  items: items.flatMap((item) => (isHuangQi(item) ? change(item) : [item])),
});
const huangQi = { kind: "product", id: "huang-qi", title: "黄芪" };

test("equal content has no changes, and a first release lists all content as added", () => {
  expect(compare(source, source)).toEqual([]);
  const changes = compare(undefined, source);
  expect(changes.filter(({ kind }) => kind === "product")).toContainEqual({ action: "added", ...huangQi });
  expect(changes).toContainEqual({ action: "added", kind: "document", id: "settings" });
  expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(["added"]));
});

test("an item that is added, removed, withdrawn or changed in one language is the only listed change", () => {
  const withoutItem = withHuangQi(() => []);
  expect(compare(source, withoutItem)).toEqual([{ action: "removed", ...huangQi }]);
  expect(compare(withoutItem, source)).toEqual([{ action: "added", ...huangQi }]);
  const expectedChanges = [{ action: "changed", ...huangQi }];
  expect(
    compare(
      source,
      withHuangQi((item) => [{ ...item, facts: { ...item.facts, draft: true } }]),
    ),
  ).toEqual(expectedChanges);
  const changedInEnglish = withHuangQi((item) => {
    const { en } = item.translations;
    return [{ ...item, translations: { ...item.translations, en: { ...en!, html: "<p>Other</p>" } } }];
  });
  expect(compare(source, changedInEnglish)).toEqual(expectedChanges);
});

test("changes list batches by product and number", () => {
  const additions = [
    { action: "added", kind: "batch", id: "HQ-2601", title: "黄芪 HQ-2601" },
    { action: "added", kind: "batch", id: "HQ-2512", title: "黄芪 HQ-2512" },
  ];
  expect(compare(source, allContent)).toEqual(additions);
  const [first, ...otherBatches] = allContent.batches;
  const changedBatch = { ...first!, facts: { ...first!.facts, produced: "2025-12-02" } };
  expect(compare(allContent, { ...allContent, batches: [changedBatch, ...otherBatches] })).toEqual([
    { ...additions[1], action: "changed" },
  ]);
});

test("changes list documents, redirects and synonyms", () => {
  const documents = { ...source.documents, menu: { cn: { rows: [] } } };
  expect(compare(source, { ...source, documents })).toEqual([{ action: "changed", kind: "document", id: "menu" }]);
  const redirects = [...source.redirects, { from: "/old", to: "/about-us" }];
  expect(compare(source, { ...source, redirects })).toEqual([{ action: "added", kind: "redirect", id: "/old" }]);
  const synonyms = [...source.synonyms, ["新词", "旧词"]];
  expect(compare(source, { ...source, synonyms })).toEqual([{ action: "changed", kind: "synonyms", id: "synonyms" }]);
});

test("changes list files, except those that are made from others", () => {
  const createFile = (path: string, hash: string) => ({ path, hash: hash.repeat(64), size: 1 });
  const previousFiles = [
    createFile("content.sqlite", "a"),
    createFile("files/logo.svg", "a"),
    createFile("files/files/old.pdf", "a"),
  ];
  const after = [
    createFile("content.sqlite", "b"),
    createFile("files/logo.svg", "b"),
    createFile("files/logo.svg.gz", "b"),
    createFile("files/icons/180.png", "b"),
    createFile("files/share/site.png", "b"),
    createFile("files/files/new.pdf", "b"),
    createFile(`files/photos/${"c".repeat(20)}-900x1200.jpg`, "b"),
    createFile("files/photos/office.jpg", "b"),
  ];
  const isDrawn = () => true;
  expect(compareFiles({ files: previousFiles, isDrawn }, { files: after, isDrawn })).toEqual([
    { action: "added", kind: "file", id: "/files/new.pdf" },
    { action: "removed", kind: "file", id: "/files/old.pdf" },
    { action: "changed", kind: "file", id: "/logo.svg" },
    { action: "added", kind: "file", id: "/photos/office.jpg" },
  ]);
});

test("changes list icons and share pictures of the owner, also where they replace drawn ones or are replaced by them", () => {
  const createFile = (path: string, hash: string) => ({ path, hash: hash.repeat(64), size: 1 });
  const files = ["icons/180.png", "icons/192.png", "share/huang-qi.png", "share/gan-cao.png", "share/site.png"];
  const previousFiles = files.map((path) => createFile(`files/${path}`, "a"));
  const after = files.map((path) => createFile(`files/${path}`, path === "share/site.png" ? "a" : "b"));
  const drawnBefore = new Set(["files/icons/180.png", "files/share/huang-qi.png"]);
  const drawnNow = new Set(["files/share/gan-cao.png"]);
  const changes = compareFiles(
    { files: previousFiles, isDrawn: (path) => drawnBefore.has(path) },
    { files: after, isDrawn: (path) => drawnNow.has(path) },
  );
  expect(changes).toEqual([
    { action: "added", kind: "file", id: "/icons/180.png" },
    { action: "changed", kind: "file", id: "/icons/192.png" },
    { action: "removed", kind: "file", id: "/share/gan-cao.png" },
    { action: "added", kind: "file", id: "/share/huang-qi.png" },
  ]);
});
