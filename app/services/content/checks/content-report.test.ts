import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { setUpTestFolder } from "../../../../tests/setup/test-folder.ts";
import { readYaml } from "../files/content-file.ts";
import { readMarkdown } from "../files/markdown-file.ts";
import { categoriesFileSchema, factsSchemas, herbFileSchema, wordsSchemas } from "../files/content-schema.ts";
import { describeFailure, describeOutdated, formatReport } from "./content-report.ts";
import { createFindings, say, type Findings, type Problem } from "./problem.ts";

const folder = setUpTestFolder();

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const formula = write(
  "facts.yaml",
  "cat: tonify\ndate: 2025-02-31\nrelated: [a, a]\ningredients:\n  - { herb: huang-qi, dose: nine, role: king }\nplates: huang-qi\n",
);
const texts = { words: wordsSchemas.product.pick({ title: true, summary: true }) };
const words = write(
  "index.cn.md",
  "---\ntitle: 12\nsource: 书\nindications: |\n  一\nsteps: []\n---\n# 一\n\n![](/a.svg)\n",
);

/** Returns the problems that a reader finds. */
function getProblems(read: (findings: Findings) => unknown): Problem[] {
  const findings = createFindings();
  read(findings);
  return findings.problems;
}

function report(locale: "cn" | "en"): string {
  const problems = getProblems((findings) => {
    readYaml(formula, factsSchemas.prescription, findings);
    readMarkdown(words, { words: wordsSchemas.news }, findings);
    readYaml(write("categories.yaml", "- { slug: 根, title: {}, summary: {} }\n"), categoriesFileSchema, findings);
  });
  return formatReport(
    { problems, missingTranslations: ["news/a/index.en.md"], draftLinks: ["news/a/index.cn.md:3  /news/info/b"] },
    locale,
  ).replaceAll(`${folder}/`, "");
}

test("mistakes have their file, line, field and what is allowed, in the words of the site", () => {
  expect(report("en")).toMatchInlineSnapshot(`
    "categories.yaml:1  [0].slug  may have only lower-case letters, digits and hyphens, with slashes between levels, as in pieces/roots
    facts.yaml:1  pinyin  is missing
    facts.yaml:1  latin  is missing
    facts.yaml:2  date  must be a day such as 2025-03-12
    facts.yaml:3  related[1]  “a” is in the list twice
    facts.yaml:5  ingredients[0].dose  must be a number, without quotation marks and unit
    facts.yaml:5  ingredients[0].role  must be one of monarch, minister, assistant, courier
    facts.yaml:6  plates  isn’t a field here; use one of cat, date, updated, cover, plate, gallery, related, draft, from, until, pinyin, latin, ingredients, replacesCautions
    index.cn.md:2  title  must be text. Put a number or a date between quotation marks
    index.cn.md:2  summary  is missing
    index.cn.md:4  indications  isn’t a field here; use one of title, summary, tags, alt, attachments, seo, source, author
    index.cn.md:6  steps  isn’t a field here; use one of title, summary, tags, alt, attachments, seo, source, author
    index.cn.md:8  text  a heading of level 1 is the page’s title: those of a text begin with ##
    index.cn.md:10  text  the picture /a.svg has no description between its square brackets

    14 mistakes.

    Not translated yet (the page falls back to the other language):
      news/a/index.en.md

    Links to drafts (they lead nowhere until these are published):
      news/a/index.cn.md:3  /news/info/b"
  `);
});

test("the report is in the owner's language", () => {
  const lines = report("cn").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "index.cn.md:2  title  要写成文字；数字或日期要加引号。",
      "index.cn.md:2  summary  缺少这一项。",
      "index.cn.md:8  正文  一级标题是页面的标题，正文里的标题从二级（##）开始。",
      "categories.yaml:1  [0].slug  只能用小写字母、数字和连字符，上下级之间用斜线（/），如 pieces/roots。",
      "共 14 处错误。",
      "尚未翻译（页面暂用另一种语言）：",
      "指向草稿的链接（草稿发布前打不开）：",
    ]),
  );
});

test.each([
  ["a: 1\nb: [\n", 3, "缩进不对（同一级的行要对齐），或者括号没有成对。"],
  ["a: x\na: y\n", 2, "这个字段写了两次。"],
  ["title：黄芪\n", 1, "字段名后面是全角冒号（：）。要写半角冒号和一个空格（: ）。"],
  ["a: x\ntitle：黄芪\nb: y\n", 2, "字段名后面是全角冒号（：）。要写半角冒号和一个空格（: ）。"],
  ["names:\n  cn: 黄芪\n  en：Astragalus\n", 3, "字段名后面是全角冒号（：）。要写半角冒号和一个空格（: ）。"],
  ["a: 黄芪: 甘肃\n", 1, "这段文字要加引号：它以特殊符号开头，或者含有冒号和空格。"],
  ["a: @x\n", 1, "这段文字要加引号：它以特殊符号开头，或者含有冒号和空格。"],
  ['a: "C:\\dir"\n', 1, "双引号里的反斜线（\\）要写两次，或者改用单引号。"],
  ['a: "黄芪\n', 2, "引号或括号没有成对。"],
  ["a:\n\tb: 1\n", 2, "缩进要用空格，不能用制表符。"],
  ["a: 1\n文字\nb: 2\n", 2, "这一行没有冒号和空格（: ）；几行的文字要缩进。"],
  ["a: 黄芪 #1 号\n", 1, '# 会截断它前面的文字。要给整段文字加引号，如 "黄芪 #1"。'],
  ["a: x\nb:\n  - 一\n  - 二 #二\n", 4, '# 会截断它前面的文字。要给整段文字加引号，如 "黄芪 #1"。'],
  ["a: #35543f\n", 1, '# 会截断它前面的文字。要给整段文字加引号，如 "黄芪 #1"。'],
  [
    "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n",
    2,
    "这里是 Git 合并冲突留下的标记：留下正确的文字，删去标记。",
  ],
  ["a: 1\n>>>>>>> 1a2b3c (words)\n", 2, "这里是 Git 合并冲突留下的标记：留下正确的文字，删去标记。"],
  ["a: 1\n=======\nb: 3\n", 2, "这里是 Git 合并冲突留下的标记：留下正确的文字，删去标记。"],
])("%j: its mistake is named in line %i, in the owner's language", (text, line, sentence) => {
  const problems = getProblems((findings) => readYaml(write("bad.yaml", text), z.object(), findings));
  const [report = ""] = formatReport({ problems }).split("\n");
  expect(report).toMatch(new RegExp(String.raw`/bad\.yaml:${line} {2}\S+ {2}`));
  expect(report).toContain(sentence);
});

test("of other mistakes of YAML the parser's sentence is shown, and a comment is none", () => {
  const read = (text: string) => getProblems((findings) => readYaml(write("a.yaml", text), z.object(), findings));
  expect(formatReport({ problems: read("a: *nope\n") })).toMatch(/a\.yaml:1 {2}YAML .*不是有效的 YAML：.*nope/);
  expect(read("a: 1 # one\nb: '#1'\nc: a#b\n#d: 1\ne: x：y\n")).toEqual([]);
});

test("a file that isn't there, a folder, or not UTF-8 is named", () => {
  const read = (file: string) => getProblems((findings) => readYaml(file, herbFileSchema, findings))[0]?.message;
  expect(read(join(folder, "none.yaml"))).toEqual({ key: "missing" });
  expect(read(folder)).toEqual({ key: "folderForFile" });
  writeFileSync(join(folder, "gbk.yaml"), Buffer.from([0xbb, 0xc6, 0xdc, 0xce]));
  expect(read(join(folder, "gbk.yaml"))).toEqual({ key: "encoding" });
});

test("a byte order mark and the line endings of other systems are accepted", () => {
  const file = write("bom.md", "\uFEFF---\r\ntitle: 一\r\nsummary: 二\r\n---\r\n\r\n正文\r\n");
  const findings = createFindings();
  expect(readMarkdown(file, texts, findings).body).toBe("\n正文\n");
  expect(findings.problems).toEqual([]);
});

test("a text needs front matter and words, and an end", () => {
  const read = (text: string) => getProblems((findings) => readMarkdown(write("text.md", text), texts, findings));
  const matter = "---\ntitle: 一\nsummary: 二\n---\n";
  const max = 200_000;
  expect(read("正文")).toMatchObject([{ field: "(fields)", message: { key: "noFrontMatter" } }]);
  expect(read(matter)).toMatchObject([{ field: "(text)", message: { key: "noText" } }]);
  const tooLong = { field: "(text)", message: { key: "tooLong", values: { max } } };
  expect(read(matter + "长".repeat(max + 1))).toMatchObject([tooLong]);
});

test("control characters of an address don't reach the terminal", () => {
  const problem = { file: "a.md", line: 1, field: "url", message: say("noPage", { target: "\u001b[31mred" }) };
  expect(formatReport({ problems: [problem] }, "en")).toContain("U+001B[31mred");
});

test("a text is outdated since a day of the company", () => {
  const translation = { file: "news/a", left: "en", changed: "cn", sentences: [], version: "" } as const;
  const describe = (time: string) => describeOutdated({ ...translation, sentences: [], time: Date.parse(time) }, "cn");
  expect(describe("2026-11-26T15:59:00Z")).toContain("2026年11月26日");
  expect(describe("2026-11-26T16:00:00Z")).toContain("2026年11月27日");
});

test("a failure of the system is a sentence in the reader's language, and names a full disk", () => {
  const full = [
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 }),
  ];
  for (const error of full)
    expect(describeFailure(error, folder, "cn")).toBe("没有完成：服务器的磁盘满了，请联系网站管理员。");
  expect(describeFailure(full[0]!, folder, "en")).toContain("disk is full");
  const other = new Error("EROFS: read-only file system");
  expect(describeFailure(other, folder, "cn")).toBe("没有完成，请把这句话告诉网站管理员：EROFS: read-only file system");
});
