import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { getPart, getPartAddress, isPart, listPart, toPartName } from "./parts.ts";

test.each([
  ["product/huang-qi/index.cn.md", "product/huang-qi"],
  ["product/huang-qi/photos/a.jpg", "product/huang-qi"],
  ["batch/GC251102.yaml", "batch/GC251102.yaml"],
  ["categories/product.yaml", "categories/product.yaml"],
  ["files/a.pdf", "files/a.pdf"],
  ["files/reports/a.pdf", "files/reports/a.pdf"],
  ["unknown/a/b.md", "unknown/a/b.md"],
])("the file %s belongs to the part %s", (file, part) => {
  expect(getPart(file)).toBe(part);
});

test.each([
  ["product/huang-qi", "/product/info/huang-qi"],
  ["page/about-us", "/page/about-us"],
  ["batch/GC251102.yaml", "/batch/GC251102"],
  ["categories/product.yaml", undefined],
  ["product", undefined],
  ["files/a.pdf", undefined],
])("the part %s has the URL %s", (part, address) => {
  expect(getPartAddress(part)).toBe(address);
});

test("a part's name is its path, without a final .yaml", () => {
  const names = ["batch/GC251102.yaml", "files/a.yaml.pdf", "product/a"].map(toPartName);
  expect(names).toEqual(["batch/GC251102", "files/a.yaml.pdf", "product/a"]);
});

test.each([
  ["product/huang-qi", true],
  ["batch/HQ-1.yaml", true],
  ["redirects.yaml", true],
  ["files/a.pdf", true],
  ["batch/ZZ2.yaml/index.cn.md", false],
  ["batch/HQ-1", false],
  ["product/huang-qi/index.cn.md", false],
  ["product", false],
  ["redirects.yaml/a.yaml", false],
  ["../a.yaml", false],
  ["other/a", false],
])("%s names a part of the content: %s", (part, expected) => {
  expect(isPart(part)).toBe(expected);
});

test("a part's files are listed, without links, hidden files and other parts", () => {
  const files = ["product/a/index.cn.md", "product/a/photos/1.jpg", "product/a/.hidden", "batch/A1.yaml"];
  const content = createTestFolder(Object.fromEntries(files.map((path) => [path, ""])));
  symlinkSync(join(content, "product/a"), join(content, "product/link"));
  expect(listPart("product/a", content).sort()).toEqual(["product/a/index.cn.md", "product/a/photos/1.jpg"]);
  expect(listPart("batch/A1.yaml", content)).toEqual(["batch/A1.yaml"]);
  for (const part of ["product/link", "product", "product/missing", "product/a/index.cn.md", ".git/a"])
    expect(listPart(part, content), part).toEqual([]);
});
