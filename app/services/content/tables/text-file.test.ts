import { expect, test } from "vitest";
import { getBody, setField } from "./text-file.ts";

const source = "---\ntitle: x\nnote: |\n  a\n  ---- b\n---\n\nThe text.\n\n---\n\nMore.\n";

test("an edit of the front matter leaves the text below it unchanged", () => {
  expect(getBody(source)).toBe("The text.\n\n---\n\nMore.");
  expect(setField("cn.md", source, ["title"], "y")).toBe(source.replace("title: x", "title: y"));
  expect(setField("cn.md", source, ["text"], "New.")).toBe(`${source.slice(0, source.indexOf("The text."))}New.\n`);
});

test("a new file has its fields, then its text", () => {
  const withTitle = setField("cn.md", "", ["title"], "x: y");
  expect(setField("cn.md", withTitle, ["text"], "The text.")).toBe('---\ntitle: "x: y"\n---\n\nThe text.\n');
  expect(setField("item.yaml", "", ["sku"], "0012")).toBe('sku: "0012"\n');
});

test("a byte order mark and Windows line endings stay", () => {
  const windows = `\uFEFF${source.replaceAll("\n", "\r\n")}`;
  expect(setField("cn.md", windows, ["title"], "y")).toBe(windows.replace("title: x", "title: y"));
});
