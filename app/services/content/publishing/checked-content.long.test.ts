import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openReleaseFolder } from "./release-folder.ts";
import type { Release } from "./release.ts";
import { dumpIndex } from "../../../../tests/setup/dump-index.ts";
import { EditedFolder } from "../../../../tests/setup/edited-folder.ts";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { writeGeneratedContent } from "../../../../tests/bench/write-generated-content.ts";
import { compileContentFolder } from "./compile-content.ts";
import { readContentState } from "./checked-content.ts";
import { readPublishedFiles, type PublishedFiles } from "./fingerprints.ts";

let folder: string;
let content: string;
let lastRelease: number;
beforeEach(() => {
  lastRelease = 0;
  folder = mkdtempSync(join(tmpdir(), "checked-content-"));
  content = join(folder, "content");
  cpSync(testContent, content, { recursive: true });
  // The clock is an hour ahead, because files that were edited a moment ago would be read again.
  const now = Date.now() + 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(now);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/**
 * Publishes the content as an update of the release before, and compares the index and the report with those of a compilation from
 * scratch.
 * @returns the report, and whether only a part was compiled
 */
function publish() {
  const releases = openReleaseFolder(join(folder, "data"));
  const previous = lastRelease > 0 ? ({ id: `release-${lastRelease}` } as Release) : undefined;
  const state = readContentState(content, readPublishedFiles(content), releases, previous);
  const [updated, fresh] = [join(folder, "updated.sqlite"), join(folder, "fresh.sqlite")];
  const result = compileContentFolder(content, updated, state.earlier);
  const expected = compileContentFolder(content, fresh);
  expect(result.text).toBe(expected.text);
  expect(result.mistakes).toBe(expected.mistakes);
  if (!result.content) return { text: result.text, mistakes: result.mistakes, isUpdate: false, photos: [] };
  const [dump, freshDump] = [dumpIndex(updated), dumpIndex(fresh)];
  for (const [table, rows] of Object.entries(freshDump)) expect(dump[table], table).toEqual(rows);
  const id = `release-${++lastRelease}`;
  const { index } = releases.getPaths(id);
  mkdirSync(dirname(index), { recursive: true });
  renameSync(updated, index);
  state.keep(result.content.checkedItems, id);
  const photos = result.content.photos.getUsed().map(({ name }) => name);
  expect(photos).toEqual(expected.content!.photos.getUsed().map(({ name }) => name));
  return { text: result.text, mistakes: 0, isUpdate: result.content.changedKeys !== undefined, photos };
}

const path = (file: string) => join(content, file);
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(path(file), change(readFileSync(path(file), "utf8")));

/** Publishes after a few random edits, again and again. After a mistake the content is restored. */
function editAtRandom(seed: number, rounds: number) {
  const editedFolder = new EditedFolder(content, seed);
  const outcomes = { update: 0, whole: 0, mistake: 0 };
  const backup = join(folder, "backup");
  publish();
  for (let round = 0; round < rounds; round++) {
    rmSync(backup, { recursive: true, force: true });
    cpSync(content, backup, { recursive: true });
    for (let count = editedFolder.random(4); count >= 0; count--) editedFolder.editOnce();
    const { mistakes, isUpdate } = publish();
    outcomes[mistakes > 0 ? "mistake" : isUpdate ? "update" : "whole"]++;
    if (mistakes > 0) editedFolder.restore(backup);
  }
  return outcomes;
}

test("after random edits the index equals one that is compiled from scratch", () => {
  const outcomes = editAtRandom(1, 12);
  expect(outcomes.update).toBeGreaterThan(3);
  expect(outcomes.whole).toBeGreaterThan(0);
  expect(outcomes.mistake).toBeGreaterThan(0);
});

test("the index is also equal with more items, and after so many updates that FTS5 merges them", () => {
  rmSync(content, { recursive: true });
  writeGeneratedContent(60, content);
  const editedFolder = new EditedFolder(content, 7);
  publish();
  let updates = 0;
  for (let round = 0; round < 6; round++) {
    for (const name of ["a text", "another text", "a title", "a date", "an item is added"])
      editedFolder.editOnce([name]);
    const { mistakes, isUpdate } = publish();
    expect(mistakes).toBe(0);
    if (isUpdate) updates++;
  }
  expect(updates).toBeGreaterThan(4);
});

test("an unchanged item is reported when an item that it refers to was deleted", () => {
  appendFileSync(path("news/no-sulphur/cn.md"), "\n[芍](/product/info/ju-hua)\n");
  edit("news/bozhou-fair/item.yaml", (text) => text.replace(/^related: .*$/m, "related: [product/ju-hua]"));
  const line = readFileSync(path("news/no-sulphur/cn.md"), "utf8").trimEnd().split("\n").length;
  expect(publish().mistakes).toBe(0);
  renameSync(path("product/ju-hua"), join(folder, "ju-hua"));
  const { text, mistakes } = publish();
  expect(mistakes).toBeGreaterThanOrEqual(2);
  expect(text).toContain(`news/no-sulphur/cn.md:${line}  (text)  the link to /product/info/ju-hua leads nowhere`);
  expect(text).toMatch(/news\/bozhou-fair\/item\.yaml:\d+ {2}related\[0\] {2}there is no product\/ju-hua/);
  renameSync(join(folder, "ju-hua"), path("product/ju-hua"));
  expect(publish()).toMatchObject({ mistakes: 0, isUpdate: true });
});

test("an item number that an unchanged product has is reported, also when publishing again", () => {
  publish();
  cpSync(path("product/gan-cao"), path("product/a-copy"), { recursive: true });
  expect(publish().text).toMatch(/product\/gan-cao\/item\.yaml:\d+ {2}sku {2}is also the sku of a-copy/);
  expect(publish().mistakes).toBe(1);
});

test("a photo of an item is published again only when it has changed", async () => {
  const write = (colour: string) =>
    sharp({ create: { width: 30, height: 40, channels: 3, background: colour } })
      .png()
      .toFile(path("news/no-sulphur/photo.png"));
  await write("red");
  edit("news/no-sulphur/item.yaml", (text) => text.replace(/^plate: .*$/m, "cover: photo.png"));
  for (const locale of ["cn", "en"])
    edit(`news/no-sulphur/${locale}.md`, (text) => text.replace(/^summary/m, "alt: { photo.png: A }\nsummary"));
  publish();
  const before = publish().photos;
  appendFileSync(path("news/bozhou-fair/cn.md"), "\n一行。\n");
  expect(publish()).toMatchObject({ isUpdate: true, photos: before });
  await write("blue");
  const { isUpdate, photos } = publish();
  expect([isUpdate, photos.length]).toEqual([true, before.length]);
  expect(photos).not.toEqual(before);
});

test("only items that name a file of public are read again when public has changed", () => {
  edit("news/no-sulphur/cn.md", (text) =>
    text.replace(/^summary/m, "attachments: [{ title: 标志, url: /logo.svg }]\nsummary"),
  );
  publish();
  const readUnchanged = (change: (files: PublishedFiles) => void) => {
    const files = readPublishedFiles(content);
    change(files);
    const releases = openReleaseFolder(join(folder, "data"));
    const state = readContentState(content, files, releases, { id: `release-${lastRelease}` } as Release);
    return [...state.earlier!.unchangedItems.keys()];
  };
  const all = readUnchanged(() => undefined);
  expect(all).toContain("news/no-sulphur");
  const others = readUnchanged((files) => files.public.set("new.pdf", { paths: [], state: "1", latestTime: 1 }));
  expect(others).not.toContain("news/no-sulphur");
  expect(others).toContain("news/bozhou-fair");
});

test("everything is compiled if the file is missing or damaged, and if another release is current", () => {
  publish();
  const file = openReleaseFolder(join(folder, "data")).checkedContentFile;
  const good = readFileSync(file, "utf8");
  for (const damaged of ["", good.slice(0, -20), good.slice(0, good.lastIndexOf("\n", good.length - 2) + 1), "{}\n"]) {
    writeFileSync(file, damaged);
    expect(publish()).toMatchObject({ mistakes: 0, isUpdate: false });
    expect(publish()).toMatchObject({ mistakes: 0, isUpdate: true });
  }
  rmSync(file);
  expect(publish().isUpdate).toBe(false);
  // The previous release is current again, as after an undo.
  lastRelease--;
  expect(publish().isUpdate).toBe(false);
});

test("files that were edited within the precision of their times are read again", () => {
  vi.restoreAllMocks();
  appendFileSync(path("news/no-sulphur/cn.md"), "\n一行。\n");
  publish();
  const file = openReleaseFolder(join(folder, "data")).checkedContentFile;
  expect(readFileSync(file, "utf8")).not.toContain("no-sulphur/");
});

test("everything is compiled again if an item has no free number between its neighbours", () => {
  const add = (id: string) => {
    cpSync(path("news/no-sulphur"), path(`news/${id}`), { recursive: true });
    edit(`news/${id}/item.yaml`, (text) => text.replace(/^date: .*$/m, "date: 2025-01-15"));
  };
  add("a");
  add("b");
  publish();
  add("aa");
  expect(publish().isUpdate).toBe(true);
  add("aaa");
  expect(publish().isUpdate).toBe(false);
  add("aab");
  expect(publish().isUpdate).toBe(true);
});
