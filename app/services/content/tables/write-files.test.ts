import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFiles } from "./write-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "write-files-"));
  mkdirSync(join(root, "product/old"), { recursive: true });
  writeFileSync(join(root, "product/old/cn.md"), "before");
  writeFileSync(join(root, "product/old/notes.txt"), "mine");
});
afterEach(() => rmSync(root, { recursive: true }));

const changedFiles = new Map([
  ["product/old/cn.md", { before: "before", after: "after" }],
  ["product/old/en.md", { before: undefined, after: "new" }],
  ["product/new/item.yaml", { before: undefined, after: "a" }],
  ["product/new/cn.md", { before: undefined, after: "b" }],
]);
const files = (folder: string) => readdirSync(join(root, folder)).sort();
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("changed files and new items are written, and no temporary files remain", () => {
  writeFiles(root, changedFiles);
  expect([read("product/old/cn.md"), read("product/old/en.md"), read("product/new/cn.md")]).toEqual([
    "after",
    "new",
    "b",
  ]);
  expect([files("product/old"), files("product/new")]).toEqual([
    ["cn.md", "en.md", "notes.txt"],
    ["cn.md", "item.yaml"],
  ]);
  expect(files("")).toEqual(["product"]);
});

test("nothing is written if a file was changed in the meantime", () => {
  writeFileSync(join(root, "product/old/cn.md"), "a colleague's");
  expect(() => writeFiles(root, changedFiles)).toThrow(/product\/old\/cn\.md was changed while the table was read/);
  expect([read("product/old/cn.md"), files("product"), files("")]).toEqual(["a colleague's", ["old"], ["product"]]);
});
