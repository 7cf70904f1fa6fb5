import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";

const { edit, getProblems, resolvePath } = setUpContentCopy();

/** Finds the line of a text in a file, counted from 1. */
function findLine(file: string, text: string): number {
  return readFileSync(resolvePath(file), "utf8").slice(0, -1).split(text)[0]!.split("\n").length;
}

const words = "product/huang-qi/cn.md";
const settings = "settings/cn.yaml";
const batch = "batch/HQ-2512.yaml";

test.each<[what: string, file: string, from: RegExp, to: string, name: string]>([
  ["an unknown list", settings, /$(?![^])/, "license:\n  - label: a\n    value: b\n", "license:"],
  ["an unknown map", settings, /$(?![^])/, "kind:\n  news: Neues\n", "kind:"],
  ["a map for a list", settings, /$(?![^])/, "kinds:\n  kind: news\n  title: 新闻\n", "kinds:"],
  ["a map for specifications", words, /^specs:\n(?: .*\n)+/m, "specs:\n  产地: 甘肃\n", "specs:"],
  ["a list for a text", words, /^moq: .*$/m, "moq:\n  - 20 kg", "moq:"],
  ["an unknown field of a batch", batch, /^results:$/m, "result:", "result:"],
  ["a map for the results of a batch", batch, /^results:\n(?: .*\n)+/m, "results:\n  test: 水分\n", "results:"],
  [
    "unknown entries of a menu",
    "menu/cn.yaml",
    /$(?![^])/,
    "- id: x\n  type: page\n  title: 又\n  path: /\n  childs:\n    - id: y\n",
    "childs:",
  ],
])("%s is reported at the line of the field's name", (_what, file, from, to, name) => {
  edit(file, from, to);
  expect(getProblems()).toEqual([
    expect.stringMatching(`^${file}:${findLine(file, `${name}\n`)} .*${name.slice(0, -1)}`),
  ]);
});

test("an unknown theme is reported at the line of its name", () => {
  writeFileSync(resolvePath("colours.yaml"), 'Light:\n  primary: "#1f4e79"\n');
  expect(getProblems()).toEqual(["colours.yaml:1 Light is not a field that is known here: did you mean light?"]);
});

test.each([
  ["powders/fine", ": add `powders:` with its title and summary"],
  ["piece/fine", ": did you mean pieces?"],
])("the category %s without its parent is reported once, with its file and line", (slug, remedy) => {
  for (const locale of ["cn", "en"])
    edit(`categories/product/${locale}.yaml`, /$(?![^])/, `${slug}:\n  title: T\n  summary: S\n`);
  const line = findLine("categories/product/cn.yaml", `${slug}:`);
  expect(getProblems()).toEqual([
    `categories/product/cn.yaml:${line} ${slug} there is no category ${slug.split("/")[0]} above it${remedy}`,
  ]);
});
