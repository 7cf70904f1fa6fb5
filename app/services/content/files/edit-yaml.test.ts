import { expect, test } from "vitest";
import { parse } from "yaml";
import { editYaml } from "./edit-yaml.ts";

type Fields = Record<string, unknown>;

/** Counts the lines that an edit removes and adds. */
function countChanges(before: string, after: string): [removed: number, added: number] {
  const count = (lines: string[], others: string[]) => {
    const left = Map.groupBy(others, (line) => line);
    return lines.filter((line) => left.get(line)?.pop() === undefined).length;
  };
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [count(old, now), count(now, old)];
}

const styles: [style: string, text: string][] = [
  ["names in quotes", `"sku": A # first\n'title': "甲"\n\n\n# last\nlist: [a]\n`],
  ["names of their own lines", "? sku\n: A\n? title\n: 甲\nlist: [a]\n"],
  ["blanks before the colon", "sku  :   A   # first\ntitle : 甲\nlist : [a]\n"],
  ["braces over lines", "{\n  sku: A, # first\n  title: 甲,\n  list: [ a ],\n}\n"],
  ["braces on a line below others", "title: 甲\nmore: {sku: x,  b: 'y'}\nlist: [ a,\n  ]\nsku: A\n"],
  ["marks of a document", "%YAML 1.2\n---\nsku: A\ntitle: 甲\nlist:\n    -   a\n...\n"],
  ["lists that aren't indented", "list:\n- a\nsku: A\nother:\n-   b: 1\n    c: 2\n"],
  ["lists that are indented by four", "sku: A\nlist:\n    - a\nother:\n    - b: 1\n      c:\n          d: 2\n"],
  ["texts over lines", "sku: A\nsummary: one\n  two\n\n  three\nfolded: >-\n   a\n   b\nnote: 'c\n  d'\nlist: [a]\n"],
  [
    "other numbers",
    "sku: A\nnumber: 0x1F\nprice: 1.50\nmany: 1e3\nplus: +5\nnothing: ~\nempty:\nyes: True\nlist: [a]\n",
  ],
  ["names that stand for others", "base: &base { a: 1 }\nsku: A\nother: *base\nlist: [&a a, *a]\n"],
  ["tags", "sku: !!str A\nlist: !!seq [a]\nyear: !!str 1987\n"],
  ["escapes", 'sku: A\ntitle: "\\u7532\\x20\\/"\nlist: ["a"]\n'],
  ["tabs and blanks at the ends", "sku: A  \ntitle: 甲\t# x\n \nlist: [a]   \n"],
  ["no line end", "title: 甲\nlist: [a]\nsku: A"],
];

test.each(styles)("with %s, changing a field changes only its line", (_style, text) => {
  const source = text.endsWith("\n") ? text : `${text}\n`;
  const old = parse(text) as Fields;
  expect(editYaml(text, (value) => value)).toBe(source);
  const changed = editYaml(text, () => ({ ...old, sku: "B: neu" }));
  expect(parse(changed)).toEqual({ ...old, sku: "B: neu" });
  expect([changed, countChanges(source, changed)]).toEqual([expect.anything(), [1, 1]]);
});

test.each(styles)("with %s, fields and entries are added and removed, and the comments stay", (_style, text) => {
  const old = parse(text) as Fields;
  const { sku: _sku, ...others } = old;
  const fields = { ...others, list: ["b", ...((old["list"] as string[] | undefined) ?? [])], added: { cn: "新" } };
  const changed = editYaml(text, () => fields);
  expect(parse(changed)).toEqual(fields);
  expect(changed.includes("# last")).toBe(text.includes("# last"));
});

test("entries are moved, changed, added and removed with their comments, whatever their indentation", () => {
  const text =
    "# all\n  - from: /a # one\n    to: /b\n\n  # the second\n  -   from: /c\n      to: /d\n  - { from: /e, to: /f }\n  # end\n";
  const [first, second, third] = parse(text) as Fields[];
  const createRedirect = (from: string) => ({ from, to: "/x" });
  expect(editYaml(text, () => [second, first, third, createRedirect("/g")])).toBe(
    "# all\n  # the second\n  -   from: /c\n      to: /d\n  - from: /a # one\n    to: /b\n  - { from: /e, to: /f }\n  - from: /g\n    to: /x\n  # end\n",
  );
  expect(editYaml(text, () => [{ ...first, to: "/y" }, third])).toBe(
    "# all\n  - from: /a # one\n    to: /y\n  - { from: /e, to: /f }\n  # end\n",
  );
  expect(editYaml(text, () => [{ to: "/b" }, second, third])).toContain("  - to: /b\n\n  # the second\n");
  expect(editYaml(text, () => [])).toBe("# all\n  []\n");
});

test("an alias stays, unless the value that it refers to is changed or removed", () => {
  const text =
    "results:\n  - limit: &l { cn: 一 }\n    result: a\n  - limit: *l\n    result: b # same\n  - limit: *l\n";
  const { results } = parse(text) as { results: { limit: Fields; result?: string }[] };
  const change = (index: number, row: object) =>
    editYaml(text, () => ({ results: results.map((one, place) => (place === index ? { ...one, ...row } : one)) }));
  expect(change(1, { result: "c" })).toBe(text.replace("result: b", "result: c"));
  expect(change(1, { limit: { cn: "二" } })).toBe(
    text.replace("*l\n    result: b", "\n      cn: 二\n    result: b").replace(": \n", ":\n"),
  );
  const other = change(0, { limit: { cn: "二" } });
  expect(parse(other)).toMatchObject({ results: ["二", "一", "一"].map((cn) => ({ limit: { cn } })) });
  expect(other).toContain("result: b # same");
  const [, ...others] = results;
  const removed = editYaml(text, () => ({ results: others }));
  expect(parse(removed)).toEqual({ results: others });
  expect(removed).toContain("result: b # same");
});

test("a text with a duplicate key is refused", () => {
  expect(() => editYaml("a: 1\nb: 2\na: 3\n", () => ({ a: 4 }))).toThrow("Map keys must be unique");
});

test("values that need quotes get them, in a block and in braces", () => {
  for (const word of [
    "",
    "true",
    "12",
    "a: b",
    "#a",
    "a #b",
    "- a",
    "a, b",
    "[a",
    "{a",
    "'a",
    '"a',
    "&a",
    "*a",
    "!a",
    "%a",
    "@a",
    "`a",
    "null",
    "~",
    "a\nb",
    " a",
    "a ",
    "?",
    "-",
    "a:",
    "0x1F",
    "2026-01-01",
  ])
    for (const text of ["a: x\nb: y\n", "a: 'x'\nb: y\n", '{ a: "x", b: y }\n', "b: y\n"]) {
      const fields = { a: word, b: [word, "z"], c: { [word || "d"]: word } };
      expect(parse(editYaml(text, () => fields))).toEqual(fields);
    }
});
