import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { readYaml } from "./content-file.ts";
import { findLineMistakes } from "./explain.ts";
import { findLineMistake } from "./text-mistakes.ts";
import { findUnreadFiles } from "./unread-files.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  ["  -label: 产地", "a list needs a plain - and a space behind it: write `- label: …`"],
  ["  －label: 产地", "a list needs a plain - and a space behind it: write `- label: …`"],
  ["  — label: 产地", "a list needs a plain - and a space behind it: write `- label: …`"],
  ["\u3000value: 甘肃", "a line begins with wide spaces: use plain spaces"],
  ["  \u00a0value: 甘肃", "a line begins with wide spaces: use plain spaces"],
  ['title: "黄芪 "一号""', "title has quotes within quotes: write “ and ” for the inner ones"],
  ["    result: >10%", "result begins with a sign that means something to YAML: put its text between quotes"],
  ["title: - 黄芪", "title begins with a sign that means something to YAML: put its text between quotes"],
  ["title：黄芪", "title has a Chinese colon behind it: write `title: …`"],
])("of a file that can't be read, the line %s is named", (line, message) => {
  expect(findLineMistakes(`cat: pieces\n${line}\n`)).toEqual([{ line: 1, message }]);
});

test.each([
  "- label: 产地",
  "---",
  'title: "黄芪"',
  'tags: ["补气", "固表"]',
  "text: >-",
  "text: |2",
  "link: https://example.com",
])("the line %s is no mistake", (line) => {
  expect(findLineMistakes(line)).toEqual([]);
});

test.each([
  ["｜ 规格 ｜ 价 ｜", "a table has wide lines: write | instead of ｜"],
  ["＊ 一项", "an entry of a list begins with ＊: write `- ` instead"],
  ["-一", "an entry of a list has no space behind its -: write `- ` before its words"],
  ["＊＊重点＊＊", "＊＊重点＊＊ would be shown as it is: write `**…**` for strong words"],
  ["1、甲", "a number of a list has a Chinese sign, 1、: write `1. ` instead"],
  ["<!-- 注释 -->", "<!-- 注释 --> would be shown as it is: take it out"],
  ["![图](a.jpg “晒场”)", 'a caption has curved quotes: write straight ones, `(a.jpg "…")`'],
])("the line %s of a text is named", (line, message) => {
  expect(findLineMistake(line)).toBe(message);
});

test("words that YAML drops behind a # are named, and comments behind ids, dates and paths aren't", () => {
  const file = join(createFolder(), "settings.yaml");
  const lines = ["hours: 周一至周六 #节假日除外", "phone: 0558-555 0186 #1", "result: 7.9% # 见 3 号"];
  const comments = [
    "plate: huang-qi # its drawing",
    "date: 2026-11-20 # today",
    "from: 2027-01-04T09:00:00+08:00 # nine",
    "link: /product/list # all",
    "# alone",
  ];
  writeFileSync(file, [...lines, ...comments].join("\n"));
  const { problems } = readYaml(file, z.record(z.string(), z.unknown()));
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [1, expect.stringContaining('"周一至周六 #节假日除外"')],
    [2, expect.stringContaining('"0558-555 0186 #1"')],
    [3, expect.stringContaining('"7.9% # 见 3 号"')],
  ]);
});

test("a document of another program in the place of a text is named", () => {
  const folder = createFolder();
  const item = join(folder, "product", "huang-qi");
  mkdirSync(item, { recursive: true });
  for (const name of ["cn.docx", "en.txt", "photo.jpg", "offer.docx"]) writeFileSync(join(item, name), "");
  const reason = "nothing reads files of this type: save the text as";
  expect(findUnreadFiles(folder).map(({ file, message }) => [file.slice(item.length + 1), message])).toEqual([
    ["cn.docx", `${reason} cn.md`],
    ["en.txt", `${reason} en.md`],
  ]);
});
