import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";

const { edit, getProblems, resolvePath } = setUpContentCopy();
const files = ["categories/product/cn.yaml", "categories/product/en.yaml"] as const;

test.each<[name: string, from: RegExp, to: string, count: number]>([
  ["a full-width colon after a field", /title: /, "title：", 1],
  ["a full-width colon after a category", /^([\w/-]+):$/m, "pieces：", 1],
  ["a missing field", /^ {2}summary: .*\n/m, "", 1],
])("%s in the only file of categories is reported alone", (_name, from, to, count) => {
  rmSync(resolvePath(files[1]));
  edit(files[0], from, to);
  expect(getProblems()).toHaveLength(count);
});

test("a mistake in the files of both languages is reported once for each", () => {
  for (const file of files) edit(file, /title: /, "title：");
  expect(getProblems().map((problem) => problem.split(":")[0])).toEqual(files);
});

test("a missing folder of categories is reported alone", () => {
  rmSync(resolvePath("categories/product"), { recursive: true });
  expect(getProblems()).toEqual(["categories/product:1 (folder) needs a file for at least one language"]);
});

test("a category that can't be read may be the target of a redirect, and isn't its source", () => {
  edit(files[0], /title: /, "title：");
  edit(files[1], /title: /, "title：");
  const redirects = "- from: /product/list/old\n  to: /product/list/pieces\n";
  writeFileSync(resolvePath("redirects.yaml"), readFileSync(resolvePath("redirects.yaml"), "utf8") + redirects);
  expect(getProblems()).toHaveLength(2);
});

test("kinds in use that differ between the languages are reported without the links to the others", () => {
  edit("settings/cn.yaml", /^/, "kindsInUse: [product]\n");
  edit("settings/en.yaml", /^/, "kindsInUse: [news]\n");
  expect(getProblems()).toEqual([expect.stringMatching(/^settings\/en\.yaml:1 kindsInUse isn't used, because/)]);
});
