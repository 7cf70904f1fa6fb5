import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { readContentFolder } from "../files/content-folder.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "unread-"));
  cpSync(testContent, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), "");
}

const getProblems = () =>
  readContentFolder(folder).problems.map(
    ({ file, line, field, message }) => `${file.slice(folder.length + 1)}:${line} ${field} ${message}`,
  );

test("a content file with a wrong name is reported with the right name", () => {
  renameSync(join(folder, "product/huang-qi/cn.md"), join(folder, "product/huang-qi/zh.md"));
  renameSync(join(folder, "product/dang-gui/en.md"), join(folder, "product/dang-gui/English.md"));
  renameSync(join(folder, "product/gan-cao/cn.md"), join(folder, "product/gan-cao/cn.md.txt"));
  renameSync(join(folder, "settings/en.yaml"), join(folder, "settings/en.yml"));
  expect(getProblems().toSorted()).toEqual([
    "product/dang-gui/English.md:1 (file) nothing reads it: did you mean en.md?",
    "product/gan-cao/cn.md.txt:1 (file) nothing reads it: did you mean cn.md?",
    "product/huang-qi/zh.md:1 (file) nothing reads it: did you mean cn.md?",
    "settings/en.yml:1 (file) nothing reads it: did you mean en.yaml?",
  ]);
});

test.each([
  ["product", "products"],
  ["news", "News"],
  ["herbs", "herb"],
  ["menu", "menus"],
  ["categories/product", "categories/products"],
])("the folder %s with the name %s is one problem, whatever it should have", (name, wrongName) => {
  renameSync(join(folder, name), join(folder, wrongName));
  expect(getProblems()).toEqual([
    `${wrongName}:1 (folder name) nothing reads it: did you mean ${name.split("/").at(-1)}?`,
  ]);
});

test("an item whose only text has a wrong name is one problem", () => {
  rmSync(join(folder, "product/gan-cao/en.md"));
  renameSync(join(folder, "product/gan-cao/cn.md"), join(folder, "product/gan-cao/zh.md"));
  expect(getProblems()).toEqual(["product/gan-cao/zh.md:1 (file) nothing reads it: did you mean cn.md?"]);
});

test.each(["notes.txt", "README.md"])("an item without a text is reported, also beside %s", (name) => {
  for (const file of ["cn.md", "en.md"]) rmSync(join(folder, "product/gan-cao", file));
  write(`product/gan-cao/${name}`);
  expect(getProblems()).toEqual(["product/gan-cao:1 (folder) has no words in any language"]);
});

test.each([
  ["product/new.yaml", "it to %/product/new/item.yaml"],
  ["product/new.md.txt", "it to %/product/new/cn.md"],
  ["product/gan-cao.md", "what is in it to %/product/gan-cao"],
])("the file %s beside the folders of items is reported: move %s", (file, remedy) => {
  write(file);
  const reason = "nothing reads it, because each has a folder of its own";
  expect(getProblems()).toEqual([`${file}:1 (file) ${reason}: move ${remedy.replace("%", folder)}`]);
});

test("folders that nothing reads and files in the wrong place are reported", () => {
  for (const file of [
    "pictures/notes.txt",
    "redirect.md",
    "product/huang-qi/photos/a.png",
    "product/huang-qi/old/cn.md",
    "product/tai-zi-shen.md",
  ])
    write(file);
  write("product/huang-qi/zh.md");
  const unreadProblems = getProblems().filter((problem) => problem.includes("nothing reads it"));
  expect(unreadProblems.toSorted()).toEqual([
    expect.stringMatching(/^pictures:1 \(folder\) nothing reads it: what is read here is .*product/),
    "product/huang-qi/old:1 (folder) nothing reads it: remove it, or move it to where it belongs",
    "product/huang-qi/zh.md:1 (file) nothing reads it: what is read here is item.yaml, cn.md, en.md",
    `product/tai-zi-shen.md:1 (file) nothing reads it, because each has a folder of its own: move it to ${join(folder, "product/tai-zi-shen/cn.md")}`,
    expect.stringMatching(/^redirect\.md:1 \(file\) nothing reads it/),
  ]);
});

test("a second file or folder for the same content, and a batch with another extension, are reported with advice", () => {
  for (const file of ["products/new/item.yaml", "batch/HQ-1.yml", "batch/HQ-2.yaml.txt", "settings/cn(1).yaml"])
    write(file);
  expect(getProblems().toSorted()).toEqual([
    "batch/HQ-1.yml:1 (file) nothing reads it: save it as HQ-1.yaml",
    "batch/HQ-2.yaml.txt:1 (file) nothing reads it: save it as HQ-2.yaml",
    "products:1 (folder) nothing reads it: move what is in it to product",
    "settings/cn(1).yaml:1 (file) is a copy of cn.yaml, which alone is read: move what is new in it there, and remove it",
  ]);
});

test("notes and hidden files are ignored", () => {
  for (const file of ["product/README.md", "product/huang-qi/notes.txt", ".git/config.yaml", "news/.draft.md"])
    write(file);
  expect(getProblems()).toEqual([]);
});

test.each(["huang qi", "Huang-Qi", "huang_qi"])(
  "the folder %s is one problem, even if many items refer to it",
  (name) => {
    renameSync(join(folder, "product/huang-qi"), join(folder, "product", name));
    expect(getProblems()).toEqual([
      `product/${name}/item.yaml:1 (folder) use lower-case letters, digits and hyphens: rename it to huang-qi`,
    ]);
  },
);

test.each(["item.yml", "Item.yaml", "item.yaml.txt"])("an item file with the name %s is one problem", (name) => {
  renameSync(join(folder, "product/huang-qi/item.yaml"), join(folder, "product/huang-qi", name));
  expect(getProblems()).toEqual([`product/huang-qi/${name}:1 (file) nothing reads it: did you mean item.yaml?`]);
});

test("links that lead to a folder or to nothing are named, and one to the folder that it is in isn't followed", () => {
  const remedy = "(link) is a link to another place, which isn't followed: put the file or folder itself here";
  symlinkSync("huang-qi", join(folder, "product/huang-qi-2"));
  symlinkSync("..", join(folder, "product/loop"));
  renameSync(join(folder, "product/huang-qi/cn.md"), join(folder, "elsewhere.txt"));
  symlinkSync("../../elsewhere.txt", join(folder, "product/huang-qi/cn.md"));
  expect(getProblems()).toEqual([`product/huang-qi-2:1 ${remedy}`, `product/loop:1 ${remedy}`]);
  rmSync(join(folder, "elsewhere.txt"));
  expect(getProblems()).toContain(`product/huang-qi/cn.md:1 ${remedy}`);
});

test("files that programs leave beside the content aren't content", () => {
  for (const file of ["product/__MACOSX/._item.yaml", "batch/~$HQ-1.yaml", "page/__MACOSX/x/cn.md", "menu/~$cn.yaml"])
    write(file);
  expect(getProblems()).toEqual([]);
});
