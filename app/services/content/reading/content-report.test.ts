import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { OutdatedTranslation } from "#app/services/content/changes/outdated-translations.ts";
import { readYaml } from "#app/services/content/files/content-file.ts";
import { readMarkdown } from "#app/services/content/files/markdown-file.ts";
import {
  categoriesFileSchema,
  factsSchemas,
  herbFileSchema,
  wordsSchemas,
} from "#app/services/content/files/schemas/content-schema.ts";
import { createFindings, createMessage, type Findings, type Problem } from "#app/services/content/problems/problem.ts";
import { isDiskFull } from "#app/services/runtime/folders.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { describeFailure, describeOutdated, describeProblem, formatReport } from "./content-report.ts";

const folder = setUpTestFolder();

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const formulaFile = write(
  "facts.yaml",
  "cat: tonify\ndate: 2025-02-31\nrelated: [a, a]\ningredients:\n  - { herb: huang-qi, dose: nine, role: king }\nplates: huang-qi\n",
);
const textSchemas = { words: wordsSchemas.product.pick({ title: true, summary: true }) };
const newsFile = write(
  "index.cn.md",
  "---\ntitle: 12\nsource: 书\nindications: |\n  一\nsteps: []\n---\n# 一\n\n![](/a.svg)\n",
);

/** Returns the problems that `read` adds to the findings. */
function getProblems(read: (findings: Findings) => unknown): Problem[] {
  const findings = createFindings();
  read(findings);
  return findings.problems;
}

function report(locale: "cn" | "en"): string {
  const problems = getProblems((findings) => {
    readYaml(formulaFile, factsSchemas.prescription, findings);
    readMarkdown(newsFile, { words: wordsSchemas.news }, findings);
    readYaml(write("categories.yaml", "- { slug: 根, title: {}, summary: {} }\n"), categoriesFileSchema, findings);
  });
  return formatReport(
    { problems, missingTranslations: ["news/a/index.en.md"], draftLinks: ["news/a/index.cn.md:3  /news/info/b"] },
    locale,
  ).replaceAll(`${folder}/`, "");
}

test("mistakes are reported with file, line, field and allowed values, named as on the site", () => {
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

test.each([
  [createMessage("tooEarly", { field: "produced" }), "不能早于“生产日期”。", "must not be earlier than “produced”"],
  [createMessage("notAfter", { field: "from" }), "要晚于“上架时间”。", "must be later than “from”"],
  [
    createMessage("noWordsOfLanguage", { code: "en" }),
    "还要写英文：这里的其他文字都有英文。",
    "has no words in English",
  ],
  [createMessage("figures", { here: "1 g", there: "2 g", code: "cn" }), "中文里是“2 g”", "in Chinese “2 g”"],
])("%o is described in Chinese and in English, with names of fields and languages", (message, ...texts) => {
  for (const [index, locale] of (["cn", "en"] as const).entries())
    expect(describeProblem({ file: "", line: 1, field: "", message }, locale).text).toContain(texts[index]);
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

test("remarks and outdated translations have sections of their own, and without findings the report is empty", () => {
  const remarks = [
    { file: "b.md", line: 3, field: "(text)", message: createMessage("noWordsOfLanguage", { code: "en" }) },
    { file: "a.md", line: 9, field: "x (y)", message: createMessage("missing") },
  ] as Problem[];
  const outdated: OutdatedTranslation = {
    file: "news/a",
    outdated: "en",
    changed: "cn",
    sentences: ["一", "二"],
    version: "",
    time: 0,
  };
  expect(formatReport({ remarks, outdatedTranslations: [outdated] }, "en")).toMatchInlineSnapshot(`
    "Worth a look (you can still publish):
      a.md:9  x (y)  is missing
      b.md:3  text  has no words in English, and other texts of this file have some

    Translations that have fallen behind:
      news/a  Chinese was changed on 1 January 1970, English wasn’t.  “一”  “二”"
  `);
  expect(formatReport({}, "en")).toBe("");
});

const quote = "这段文字要加引号：它以特殊符号（如 *、&、!、@、%）开头，或者含有冒号和空格。";
const punctuation =
  "引号、括号或 - 用得不对：引号后面不能再有文字（里面有 ' 的，外面用 \"），括号里用半角逗号（, ），列表每项写一行。";
const indent = "缩进要用半角空格，不能用制表符、全角空格或不换行空格。";

test.each([
  ["a: 1\nb: [\n", 3, "缩进不对（同一级的行要对齐），或者括号没有成对。"],
  ["a: x\na: y\n", 2, "这个字段写了两次。"],
  ["title：黄芪\n", 1, "字段名后面是全角冒号（：）。要写半角冒号和一个空格（: ）。"],
  ["a: x\ntitle：黄芪\nb: y\n", 2, "字段名后面是全角冒号（：）。要写半角冒号和一个空格（: ）。"],
  ["names:\n  cn: 黄芪\n  en：Astragalus\n", 3, "字段名后面是全角冒号（：）。要写半角冒号和一个空格（: ）。"],
  ["a: 黄芪: 甘肃\n", 1, quote],
  ["a: @x\n", 1, quote],
  ["a: x\nb: *黄芪*\n", 2, quote],
  ["a: **黄芪**：甘肃\n", 1, quote],
  ["a: &黄芪 甘草\n", 1, quote],
  ['a: !!js/function "x"\n', 1, quote],
  ["a: x\ntags: &t [*t]\n", 2, quote],
  ["tags: &t { a: { b: *t } }\n", 1, quote],
  [`a: &a [x${", x".repeat(9)}]\nb: &b [*a${", *a".repeat(9)}]\nc: [*b${", *b".repeat(9)}]\n`, 1, quote],
  ["a: 'Farmer's root'\n", 1, punctuation],
  ['a: "黄芪" 上等\n', 1, punctuation],
  ["a: { cn: 2025-08， en: 2025-08 }\n", 1, punctuation],
  ["a: [x]]\n", 1, punctuation],
  ["a: - x\n", 1, punctuation],
  ["a: 1\n---\nb: 2\n", 2, "文件中间有一行 --- 或 ...，它后面的不会读取：请删去这一行。"],
  ["a: 1\n\0\0", 1, "不是 UTF-8 文本：请在编辑器里“另存为”，编码选 UTF-8；文件已损坏的，请换上备份。"],
  ['a: "C:\\dir"\n', 1, "双引号里的反斜线（\\）要写两次，或者改用单引号。"],
  ['a: "黄芪\n', 2, "引号或括号没有成对。"],
  ["a:\n\tb: 1\n", 2, indent],
  ["a:\n\u3000\u3000b: 1\n", 2, indent],
  ["a:\n\u00a0\u00a0b: 1\n", 2, indent],
  ["a: 1\n\u00a0\nb: 2\n", 2, indent],
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
])("the mistake in %j is reported with line %i, in the owner's language", (text, line, sentence) => {
  const problems = getProblems((findings) => readYaml(write("bad.yaml", text), z.object(), findings));
  const [report = ""] = formatReport({ problems }).split("\n");
  expect(report).toMatch(new RegExp(String.raw`/bad\.yaml:${line} {2}\S+ {2}`));
  expect(report).toContain(sentence);
});

test("comments and aliases aren't reported as mistakes", () => {
  const read = (text: string) => getProblems((findings) => readYaml(write("a.yaml", text), z.object(), findings));
  expect(read("a: 1 # one\nb: '#1'\nc: a#b\n#d: 1\ne: x：y\n")).toEqual([]);
  expect(read("a: &a { b: 1 }\nc: *a\nd: |\n  \u3000\u3000段\n  =======\n")).toEqual([]);
});

test.each([
  ["tags: [补气，固表，陇西]\n", ["yamlOneEntry"]],
  ["tags: [补气、固表]\n", ["yamlOneEntry"]],
  ['tags: ["补气，固表", 陇西]\nsummary: 补气，固表\n', []],
  ["sku: “QG-P-0101”\n", ["yamlShownQuotes"]],
  ['title: “黄芪”与“党参”\nsummary: "“黄芪”"\n', []],
  ["sku: QG-Р-0101\n", ["lookalike"]],
  ["title: Женьшень, α-Pinene\n", []],
])("%j gets the remarks %j", (text, keys) => {
  const findings = createFindings();
  readYaml(write("a.yaml", text), z.object(), findings);
  expect(findings.problems).toEqual([]);
  expect(findings.remarks.map(({ message }) => message.key)).toEqual(keys);
});

test.each([
  ["标题\n=======\n正文\n", ["headingLevel"]],
  ["正文\n\n=======\n正文\n", ["mergeConflict"]],
  ["正文\n<<<<<<< HEAD\n正文\n", ["mergeConflict"]],
])("the text %j has the mistakes %j", (text, keys) => {
  const file = write("text.md", `---\ntitle: 一\nsummary: 二\n---\n\n${text}`);
  const problems = getProblems((findings) => readMarkdown(file, textSchemas, findings));
  expect(problems.map(({ message }) => message.key)).toEqual(keys);
});

test("a missing file, a folder, and a file that isn't UTF-8 are reported", () => {
  const read = (file: string) => getProblems((findings) => readYaml(file, herbFileSchema, findings))[0]?.message;
  expect(read(join(folder, "none.yaml"))).toEqual({ key: "missing" });
  expect(read(folder)).toEqual({ key: "folderForFile" });
  writeFileSync(join(folder, "gbk.yaml"), Buffer.from([0xbb, 0xc6, 0xdc, 0xce]));
  expect(read(join(folder, "gbk.yaml"))).toEqual({ key: "encoding" });
});

test("a byte order mark and the line endings of other systems are accepted", () => {
  const file = write("bom.md", "\uFEFF---\r\ntitle: 一\r\nsummary: 二\r\n---\r\n\r\n正文\r\n");
  const findings = createFindings();
  expect(readMarkdown(file, textSchemas, findings).body).toBe("\n正文\n");
  expect(findings.problems).toEqual([]);
});

test("a text needs front matter and words, and has a maximum length", () => {
  const read = (text: string) => getProblems((findings) => readMarkdown(write("text.md", text), textSchemas, findings));
  const matter = "---\ntitle: 一\nsummary: 二\n---\n";
  const max = 200_000;
  expect(read("正文")).toMatchObject([{ field: "(fields)", message: { key: "noFrontMatter" } }]);
  expect(read(matter)).toMatchObject([{ field: "(text)", message: { key: "noText" } }]);
  const tooLongMistake = { field: "(text)", message: { key: "tooLong", values: { max } } };
  expect(read(matter + "长".repeat(max + 1))).toMatchObject([tooLongMistake]);
});

test("control characters in an address are escaped in the report", () => {
  const problem = {
    file: "a.md",
    line: 1,
    field: "url",
    message: createMessage("noPage", { target: "\u001b[31mred" }),
  };
  expect(formatReport({ problems: [problem] }, "en")).toContain("U+001B[31mred");
});

test("the date since which a translation is outdated is in the company's time zone", () => {
  const translation = { file: "news/a", outdated: "en", changed: "cn", sentences: [], version: "" } as const;
  const describe = (time: string) => describeOutdated({ ...translation, sentences: [], time: Date.parse(time) }, "cn");
  expect(describe("2026-11-26T15:59:00Z")).toContain("2026年11月26日");
  expect(describe("2026-11-26T16:00:00Z")).toContain("2026年11月27日");
});

test("thousands of unknown fields are checked quickly, and 200 are listed", { timeout: 20_000 }, () => {
  const file = write("many.yaml", Array.from({ length: 20_000 }, (_, index) => `k${index}: 1\n`).join(""));
  expect(getProblems((findings) => readYaml(file, herbFileSchema, findings))).toHaveLength(200);
});

test("an operating-system error is reported as a sentence in the reader's language, and a full disk is named", () => {
  const fullDiskErrors = [
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 }),
  ];
  for (const error of fullDiskErrors) expect(isDiskFull(error, folder)).toBe(true);
  const reason = "EROFS: read-only file system";
  expect(describeFailure({ reason, isDiskFull: true }, "cn")).toBe("没有完成：服务器的磁盘满了，请联系网站管理员。");
  expect(describeFailure({ reason, isDiskFull: true }, "en")).toContain("disk is full");
  expect(describeFailure({ reason, isDiskFull: false }, "cn")).toBe(`没有完成，请把这句话告诉网站管理员：${reason}`);
});
