import { expect, test } from "vitest";
import { parse } from "yaml";
import { isMarkedDraft, parseTitle } from "./front-matter.ts";

test.each([
  "draft: true",
  "draft : true",
  "? draft\n: true",
  "is: &is true\ndraft: *is",
  "draft: false",
  "draft: 'no'",
  "draft: 'true'",
  "note: 'draft: true'",
  "note: |\n  a\n  draft: true",
  "note:\n  draft: true",
])("a text counts as a draft if, and only if, YAML parses its draft field to true: %s", (line) => {
  const isDraft = (parse(line) as { draft?: unknown }).draft === true;
  expect(isMarkedDraft(`${line}\n`)).toBe(isDraft);
  expect(isMarkedDraft(`---\ntitle: A\n${line}\n---\n\ndraft: true\n`)).toBe(isDraft);
});

test("a draft is recognised even if its fields are in braces or have mistakes", () => {
  expect(isMarkedDraft("---\n{ title: A,\n  draft: true }\n---\n")).toBe(true);
  expect(isMarkedDraft("---\ntitle: [\ndraft: true\n---\n")).toBe(true);
});

test.each([
  "title: 甲",
  "sku: A\ntitle: 甲 # name",
  '"title" : 甲',
  "'title': '甲'",
  "? title\n: 甲",
  "title: >-\n  甲",
  "title:\n  甲",
  "{ sku: A, title: 甲 }",
  "names: { cn: 甲 }",
  "names:\n    cn: 甲",
  "name: &name 甲\ntitle: *name",
  "title: 甲\nother: [",
])("the title is found in %j", (fields) => {
  expect(parseTitle(`${fields}\n`)).toBe("甲");
  expect(parseTitle(`---\n${fields}\n---\n\ntitle: B\n`)).toBe("甲");
});

test("no title is found in a text without a valid one", () => {
  for (const text of ["", "product: a", "---\nsku: A\n---\n\ntitle: B\n", "title: a: b"])
    expect(parseTitle(text)).toBeUndefined();
});
