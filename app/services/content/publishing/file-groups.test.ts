import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { hashGroup, readFileGroups } from "./file-groups.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of [
    "news/a/item.yaml",
    "news/a/cn.md",
    "news/b/deep/er.md",
    "batch/X.yaml",
    "redirects.yaml",
    ".hidden",
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
});

test("the files of an item are a group, and so is every file above the items", () => {
  const groups = Array.from(readFileGroups(folder), ([key, { paths }]) => [key, paths.toSorted()]);
  expect(groups).toEqual([
    ["batch/X.yaml", ["batch/X.yaml"]],
    ["news/a", ["news/a/cn.md", "news/a/item.yaml"]],
    ["news/b", ["news/b/deep/er.md"]],
    ["redirects.yaml", ["redirects.yaml"]],
  ]);
});

test("the state of a group changes after an edit that sets the times back, and is undefined for a link", async () => {
  const getState = () => readFileGroups(folder).get("news/a")!.state;
  const before = getState();
  expect(getState()).toBe(before);
  const file = join(folder, "news/a/cn.md");
  utimesSync(file, 1, 1);
  const old = getState();
  // The times of files have a precision of only some milliseconds on some systems.
  await sleep(20);
  writeFileSync(file, "news/A/cn.md");
  utimesSync(file, 1, 1);
  expect([old === before, getState() === old]).toEqual([false, false]);
  symlinkSync(file, join(folder, "news/a/en.md"));
  expect(getState()).toBeUndefined();
});

test("the hash depends only on names and bytes", () => {
  const getHash = () => hashGroup(folder, readFileGroups(folder).get("news/a")!);
  const before = getHash();
  utimesSync(join(folder, "news/a/cn.md"), 1, 1);
  expect(getHash()).toBe(before);
  appendFileSync(join(folder, "news/a/cn.md"), "x");
  expect(getHash()).not.toBe(before);
});
