import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { readMarkdown, readYaml } from "../files/content-file.ts";
import { wordsSchemas } from "../files/content-schema.ts";
import { findLineMistake } from "./line-mistakes.ts";
import { findUnreadFiles } from "./unread-files.ts";
import { findLineMistakes } from "./yaml-mistakes.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  ["  -label: 产地", "a list needs a plain - and a space after it: write `- label: …`"],
  ["  －label: 产地", "a list needs a plain - and a space after it: write `- label: …`"],
  ["  — label: 产地", "a list needs a plain - and a space after it: write `- label: …`"],
  ["\u3000value: 甘肃", "a line begins with wide spaces: use plain spaces"],
  ["  \u00a0value: 甘肃", "a line begins with wide spaces: use plain spaces"],
  ["\ttype: page", "a line starts with a tab: use spaces"],
  [
    "<<<<<<< HEAD\nsku: A\n=======\nsku: B\n>>>>>>> other",
    "two versions of the text are here: leave one of them, without the lines of <, = and >",
  ],
  ["sku:\u3000QG-1", "sku has a wide space after its colon: write `sku: …` with a plain one"],
  ["sku:\u00a0QG-1", "sku has a wide space after its colon: write `sku: …` with a plain one"],
  ['title: "黄芪 "一号""', "title has quotes within quotes: write “ and ” for the inner ones"],
  ["    result: >10%", "result begins with a character that means something to YAML: put its text between quotes"],
  ["title: - 黄芪", "title begins with a character that means something to YAML: put its text between quotes"],
  ["title：黄芪", "title has a Chinese colon after it: write `title: …`"],
])("the line %s is reported, because YAML can't read it", (line, message) => {
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
])("the line %s is accepted", (line) => {
  expect(findLineMistakes(line)).toEqual([]);
});

test.each([
  ["｜ 规格 ｜ 价 ｜", "a table has wide lines: write | instead of ｜"],
  ["＊ 一项", "an entry of a list begins with ＊: write `- ` instead"],
  ["-一", "an entry of a list has no space after its -: write `- ` before its words"],
  ["-one", "an entry of a list has no space after its -: write `- ` before its words"],
  ["1.one", "a number of a list has no space after it: write `1. `"],
  ["![图]（a.jpg）", "a picture has a missing, full-width or wrong bracket: write `![words](a.jpg)`"],
  ["＊＊重点＊＊", "＊＊重点＊＊ would be shown as it is: write `**…**` for strong words"],
  ["1、甲", "a number of a list has Chinese punctuation, 1、: write `1. ` instead"],
  ["<!-- 注释 -->", "<!-- 注释 --> would be shown as it is: remove it"],
  ["![图](a.jpg “晒场”)", 'a caption has curved quotes: write straight ones, `(a.jpg "…")`'],
])("the line %s of a text is reported", (line, message) => {
  expect(findLineMistake(line, true)).toBe(message);
});

test.each([
  "5、6 月间采收，晒干。",
  "10、11 月间为采挖旺季。",
  "1、2 等品分开码放。",
  "■ 合格　□ 不合格",
  "●不熏硫 ●不染色 ●不增重",
  "○○县某合作社来函。",
  "＊表示必填。",
  "*按干燥品计。",
  "＞5 年生者断面可见明显菊花心。",
  "注：与空白组比较，**P<0.01。",
  "8.2±0.3**",
])("the line %s of a text is accepted", (line) => {
  expect(findLineMistake(line, true)).toBe(undefined);
});

test.each(["●", "□ 未检", "1、原料验收", "1.原料验收", "＞2.0", "-合计-"])(
  "the cell or heading %s is accepted",
  (words) => {
    expect(findLineMistake(words, false)).toBe(undefined);
  },
);

const text = `---
title: 太子参
summary: 干燥块根。
tags: [补气, 生津]
specs:
  - label: 入药部位
    value: 干燥块根
  - label: 产地
    value: 贵州施秉
packaging: 1 kg 复合袋
moq: 20 kg
---

块根细长。
`;

const unclosedMessage = /^a quote or bracket is opened and never closed/;
const indentationMessage = /^a line is indented further, or less far, than the lines that it belongs to/;
const alignmentMessage = /^the entries of a list aren't below each other: put the same number of spaces before each -/;
const noFieldMessage = /^a line isn't a field: write `name: value`/;

test.each<[string, string, string, number, RegExp]>([
  ["a quote that isn't closed", "title: 太", 'title: "太', 2, unclosedMessage],
  ["a single quote that isn't closed", "packaging: 1", "packaging: '1", 10, unclosedMessage],
  ["a quote in a list that isn't closed", "value: 干燥块根", 'value: "干燥块根', 7, unclosedMessage],
  ["a bracket that isn't closed", "生津]", "生津", 4, unclosedMessage],
  ["a quote that isn't opened", "太子参", '太子参"', 2, /^a quote is closed and never opened/],
  ["a straight and a curved quote", "太子参", '"太子参”', 2, /^title begins with " and ends with another quote/],
  ["words after a quote", "太子参", '"太子参"（孩儿参）', 2, /^there are words after a closing quote/],
  ["a list entry too deep", "  - label: 产地\n", "    - label: 产地\n  ", 8, alignmentMessage],
  ["a list entry a space too deep", "  - label: 产地", "   - label: 产地", 8, alignmentMessage],
  ["a list entry a space too shallow", "  - label: 产地", " - label: 产地", 8, alignmentMessage],
  ["a field of an entry with a space too few", "    value: 干", "   value: 干", 7, indentationMessage],
  ["a field of an entry with a space too many", "    value: 干", "     value: 干", 7, indentationMessage],
  ["a field with spaces before it", "summary", "  summary", 3, indentationMessage],
  ["a first field with a space before it", "title", " title", 2, /^a line begins with spaces, unlike those below it/],
  ["an entry without its -", "  - label: 产地", "    label: 产地", 8, /^is here twice: .*, or begin another entry/],
  ["an equals sign", "moq:", "moq =", 11, noFieldMessage],
  ["a backslash", "1 kg 复合袋", '"1\\kg"', 10, /^a \\ between two " means something to YAML/],
  ["a first line of four hyphens", "---\n", "----\n", 1, /^the file starts with a line of ---/],
  ["a first line of dashes", "---\n", "———\n", 1, /^the file starts with a line of ---/],
  ["an empty first line", "---\n", "\n---\n", 1, /^there is something above the first line of ---/],
  ["no second line of ---", "\n---\n", "\n", 12, /^the second line of --- is missing/],
  ["a second line of two hyphens", "\n---\n", "\n--\n", 12, /^the fields end with a line of ---/],
])("%s is reported at its line", (_mistake, from, to, line, sentence) => {
  expect(text).toContain(from);
  const file = join(createFolder(), "cn.md");
  writeFileSync(file, text.replace(from, to));
  const [first, ...others] = readMarkdown(file, wordsSchemas.product).problems;
  expect([first!.line, first!.message]).toEqual([line, expect.stringMatching(sentence)]);
  expect(others.filter(({ message }) => !message.startsWith("is here twice"))).toEqual([]);
});

test.each([
  ["spaces after the lines of ---", text.replaceAll("---\n", "---  \n")],
  ["inches", text.replace("1 kg 复合袋", '12"')],
  ["quotes within words", text.replace("1 kg 复合袋", '复合袋 "A"')],
])("%s are accepted", (_what, source) => {
  const file = join(createFolder(), "cn.md");
  writeFileSync(file, source);
  expect(readMarkdown(file, wordsSchemas.product)).toMatchObject({ problems: [], body: "\n块根细长。\n" });
});

test.each([
  ["- one\n- two\n---\n", 3, /^there is a line of ---, which/],
  ["- one\n  - two\n", 2, alignmentMessage],
  [" - one\n- two\n", 2, alignmentMessage],
])("in %j line %i is reported", (source, line, sentence) => {
  const file = join(createFolder(), "list.yaml");
  writeFileSync(file, source);
  const problems = readYaml(file, z.array(z.string())).problems;
  expect(problems.map((problem) => [problem.line, problem.message])).toEqual([[line, expect.stringMatching(sentence)]]);
});

test("words that YAML ignores after a # are reported, and comments after ids, dates and paths aren't", () => {
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

test("a document of another program in place of a text is reported", () => {
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
