import { expect, test } from "vitest";
import { parse } from "yaml";
import { countChangedLines } from "#tests/setup/content/changed-lines.ts";
import { editYaml } from "./edit-yaml.ts";

type Fields = Record<string, unknown>;

const styles: [style: string, text: string][] = [
  ["names in quotes", `"sku": A # first\n'title': "甲"\n\n# last\nlist: [a]\n`],
  ["braces with and without spaces", "sku: A\none: { cn: 甲, en: B }\nother: {cn: 乙}\nlist: [ a ]\n"],
  ["lists that aren't indented", "list:\n- a\nsku: A\nother:\n-   b: 1\n    c: 2\n"],
  ["lists that are indented by four", "sku: A\nlist:\n    - a\nother:\n    - b: 1\n      c:\n          d: 2\n"],
  ["block texts", "sku: A\nabout: |\n  one\n\n  two\nnote: >-\n  a b\nlist: [a]\n"],
  ["no line end", "title: 甲\nlist: [a]\nsku: A"],
];

test.each(styles)("with %s, changing a field changes only its line", (_style, text) => {
  const source = text.endsWith("\n") ? text : `${text}\n`;
  const old = parse(text) as Fields;
  expect(editYaml(text, (value) => value)).toBe(source);
  const changed = editYaml(text, () => ({ ...old, sku: "B: neu" }));
  expect(parse(changed)).toEqual({ ...old, sku: "B: neu" });
  expect([changed, countChangedLines(source, changed)]).toEqual([expect.anything(), [1, 1]]);
});

test.each(styles)("with %s, fields and entries are added and removed, and the comments stay", (_style, text) => {
  const old = parse(text) as Fields;
  const { sku: _sku, ...others } = old;
  const fields = { ...others, list: ["b", ...((old["list"] as string[] | undefined) ?? [])], added: { cn: "新" } };
  const changed = editYaml(text, () => fields);
  expect(parse(changed)).toEqual(fields);
  expect(changed.includes("# last")).toBe(text.includes("# last"));
});

test("entries are moved, changed, added and removed with their comments; the first comment stays first", () => {
  const text =
    "# all\n- from: /a # one\n  to: /b\n\n# the second\n- from: /c\n  to: /d\n- { from: /e, to: /f }\n\n# end\n";
  const [first, second, third] = parse(text) as Fields[];
  const createRedirect = (from: string) => ({ from, to: "/x" });
  expect(editYaml(text, () => [second, first, third, createRedirect("/g")])).toBe(
    "# all\n# the second\n- from: /c\n  to: /d\n- from: /a # one\n  to: /b\n- { from: /e, to: /f }\n- from: /g\n  to: /x\n\n# end\n",
  );
  expect(editYaml(text, () => [{ ...first, to: "/y" }, third])).toBe(
    "# all\n- from: /a # one\n  to: /y\n- { from: /e, to: /f }\n\n# end\n",
  );
  expect(editYaml(text, () => [{ to: "/b" }, second, third])).toContain("- to: /b\n\n# the second\n");
  expect(editYaml(text, () => [])).toMatch(/^# all\n\[\]\n/);
});

test("a value that changes its form keeps its comment", () => {
  const text = "a: 1 # one\n# two\nb: { c: 2 } # three\nd: x\n";
  expect(editYaml(text, (old) => ({ ...(old as Fields), a: { e: "1\n2\n" }, b: "y" }))).toBe(
    "a:\n  # one\n  e: |\n    1\n    2\n# two\nb: y # three\nd: x\n",
  );
});

test("an alias keeps its value if the value that it refers to is changed or removed", () => {
  const text = "results:\n  - limit: &l { cn: 一 }\n    result: a\n  - limit: *l\n    result: b # same\n";
  const { results } = parse(text) as { results: { limit: Fields; result: string }[] };
  for (const edited of [[{ ...results[0], limit: { cn: "二" } }, results[1]], [results[1]]]) {
    const changed = editYaml(text, () => ({ results: edited }));
    expect(parse(changed)).toEqual({ results: edited });
    expect(changed).toContain("result: b # same");
  }
});

test("a text with a duplicate key is refused", () => {
  expect(() => editYaml("a: 1\nb: 2\na: 3\n", () => ({ a: 4 }))).toThrow("Map keys must be unique");
});

test("values that need quotes get them, in a block and in braces", () => {
  for (const word of ["", "true", "12", "a: b", "a #b", "a, b", "{a", '"a', "*a", "null", "a\nb", " a", "2026-01-01"])
    for (const text of ["a: x\nb: y\n", "a: 'x'\nb: y\n", '{ a: "x", b: y }\n', "b: y\n"]) {
      const fields = { a: word, b: [word, "z"], c: { [word || "d"]: word } };
      expect(parse(editYaml(text, () => fields))).toEqual(fields);
    }
});
