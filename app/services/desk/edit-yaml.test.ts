import { expect, test } from "vitest";
import { parse } from "yaml";
import { setYamlField } from "./edit-yaml.ts";

const source = `# about the file
cat: pieces/roots # a category
title: "Ginger: fresh"
tags: [a, b]   # two

specs:
  - label: x # first
    value: y
  # before the second
  - { label: z, value: w }

# before the quantity
moq: 20 kg
seo:
  title: t # short
ingredients:
  - { herb: a, dose: 3, role: monarch } # first
  - { herb: b, dose: 4, role: courier }
gallery:
  - a
  # why b
  - b
long: >-
  folded text
  here

last: |
  one
  two
`;

/** Returns the lines that an edit adds and removes. */
function difference(path: [string, ...string[]], value: unknown): { added: string[]; removed: string[] } {
  const [before, after] = [source.split("\n"), setYamlField(source, path, value).split("\n")];
  return {
    added: after.filter((line) => line !== "" && !before.includes(line)),
    removed: before.filter((line) => line !== "" && !after.includes(line)),
  };
}

test.each<[string, [string, ...string[]], unknown, string[], string[]]>([
  ["a text", ["cat"], "a: b", ['cat: "a: b" # a category'], ["cat: pieces/roots # a category"]],
  ["a quoted text", ["title"], "Ginger", ['title: "Ginger"'], ['title: "Ginger: fresh"']],
  ["a list in brackets", ["tags"], ["a", "c, d"], ['tags: [a, "c, d"]   # two'], ["tags: [a, b]   # two"]],
  ["a field within another", ["seo", "title"], "new", ["  title: new # short"], ["  title: t # short"]],
  ["a new field within another", ["seo", "description"], "d", ["  description: d"], []],
  ["the last field within another", ["seo", "title"], undefined, [], ["seo:", "  title: t # short"]],
  ["a removed field", ["moq"], undefined, [], ["moq: 20 kg"]],
  ["a removed field that isn't there", ["other"], undefined, [], []],
  ["a removed field within one that isn't there", ["other", "title"], undefined, [], []],
  ["a new list", ["updated"], ["q", "r"], ["updated: [q, r]"], []],
  ["a longer list", ["gallery"], ["a", "b", "c"], ["  - c"], []],
  ["a block of text", ["last"], "x", ["last: |-", "  x"], ["last: |", "  one", "  two"]],
  [
    "an entry of a list of pairs",
    ["specs"],
    [
      { label: "x", value: "new" },
      { label: "z", value: "w" },
      { label: "n", value: "1" },
    ],
    ["  - label: x", "    value: new", "  - label: n", '    value: "1"'],
    ["  - label: x # first", "    value: y"],
  ],
  [
    "ingredients in another order",
    ["ingredients"],
    [
      { herb: "b", dose: 4, role: "courier" },
      { herb: "a", dose: 3, role: "monarch" },
      { herb: "c", dose: 1.5, role: "minister" },
    ],
    ["  - { herb: c, dose: 1.5, role: minister }"],
    [],
  ],
])("%s changes no other line", (_what, path, value, added, removed) => {
  expect(difference(path, value)).toEqual({ added, removed });
});

test.each([
  ["a new file", "", ["a", "b"], "a:\n  b: x\n"],
  ["an entry of a table", "a:\n  b: y\nc:\n  b: z\n", ["a", "b"], "a:\n  b: x\nc:\n  b: z\n"],
  ["a new entry of a table", "a:\n  b: y\n", ["c", "b"], "a:\n  b: y\nc:\n  b: x\n"],
  ["braces", "a: { b: y }\n", ["a", "b"], "a: { b: x }\n"],
  ["no line break at the end", "a: y", ["b"], "a: y\nb: x\n"],
])("%s", (_what, before, path, after) => {
  expect(setYamlField(before, path as [string, ...string[]], "x")).toBe(after);
});

test("a text of several lines leaves the comment after it unchanged", () => {
  const edited = setYamlField(source, ["cat"], "two\nlines");
  expect(parse(edited)).toEqual({ ...(parse(source) as object), cat: "two\nlines" });
  expect(edited).toContain("# a category");
});
