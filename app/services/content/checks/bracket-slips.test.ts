import { expect, test } from "vitest";
import { formatReport } from "./content-report.ts";
import { checkText } from "../files/content-text.ts";

const getMistakes = (text: string) => checkText(text).mistakes.map(({ line, message }) => `${line} ${message}`);

const pictureSlip = "a picture has a missing, full-width or wrong bracket: write `![words](b.png)`";

test.each([
  "![图](b.png",
  "![图(b.png)",
  "![图]b.png)",
  "!【图】(b.png)",
  "![图]（b.png)",
  "![图](b.png）",
  "![图]（b.png）",
  "！【图】（b.png）",
  "![图] (b.png)",
  "![图]{b.png}",
  "![图]<b.png>",
  "![图][b.png]",
  "![图](<b.png)",
  "![图]:b.png",
  "![图] = (b.png)",
  "![b.png]",
  "图](b.png)",
  "!图](b.png)",
  "!(图)[b.png]",
  "见![图](b.png，右。",
])("the brackets of the picture %s are named once", (text) => {
  expect(getMistakes(text)).toEqual([`0 ${pictureSlip}`]);
  expect(getMistakes(`一行\n${text}\n`)).toEqual([`1 ${pictureSlip}`]);
});

test("a picture that is divided between two lines is named", () => {
  const message = "a picture is divided between two lines: write `![words](…)` on one line";
  expect(getMistakes("![图]\n(b.png)")).toEqual([`1 ${message}`]);
});

const link = "write `[words](/product/info/chuan-xiong)`";

test.each([
  ["[川芎]{/product/info/chuan-xiong}", "a link has wrong brackets around its address"],
  ["[川芎]</product/info/chuan-xiong>", "a link has wrong brackets around its address"],
  ["[川芎]【/product/info/chuan-xiong】", "a link has wrong brackets around its address"],
  ["[川芎]「/product/info/chuan-xiong」", "a link has wrong brackets around its address"],
  ["见[川芎]:/product/info/chuan-xiong", "a link has no brackets around its address"],
  ["[川芎]：/product/info/chuan-xiong", "a link has no brackets around its address"],
  ["[川芎]/product/info/chuan-xiong", "a link has no brackets around its address"],
  ["[川芎]/product/info/chuan-xiong)", "a link has no brackets around its address"],
  ["川芎](/product/info/chuan-xiong)", "a link has no [ before its words"],
  ["川芎】(/product/info/chuan-xiong)", "a link has no [ before its words"],
  ["川芎]（/product/info/chuan-xiong）", "a link has no [ before its words"],
])("the brackets of the link %s are named once", (text, message) => {
  expect(getMistakes(text)).toEqual([`0 ${message}: ${link}`]);
});

test.each([
  ["[川芎]:/product/info/chuan-xiong", "write `[川芎](/product/info/chuan-xiong)`"],
  ["[注]: 孕妇慎用。", "leave out the square brackets"],
])("the line %s, which Markdown doesn't show, is named", (text, remedy) => {
  const label = text.slice(1, text.indexOf("]"));
  const message = `this line isn't shown, because it begins with [${label}] and a colon: ${remedy}`;
  expect(getMistakes(`一\n\n${text}\n`)).toEqual([`2 ${message}`]);
});

test.each([
  ["plan (1).png", "rename the file, or write `(<plan (1).png>)`", ""],
  ["plan (1).png", 'rename the file, or write `(<plan (1).png> "说明")`', ' "说明"'],
  ["平面 图.png", 'rename the file, or write `(<平面 图.png> "说明 二")`', ' "说明 二"'],
  ["/files/规格 (2026).pdf", "rename the file, or write `(</files/规格 (2026).pdf>)`", ""],
  ["/files/a [1].pdf", "rename the file, or write `(</files/a [1].pdf>)`", ""],
  ["https://a.example/a b", "write `(<https://… b>)`", ""],
])("the space in %s is named: %s", (address, remedy, caption) => {
  const shown = address.replace(/^https.*\/a /, "https://… ");
  const expected = [`0 the address ${shown} has a space: ${remedy}`];
  expect(getMistakes(`![图](${address}${caption})`)).toEqual(expected);
  expect(getMistakes(`见[规格](${address}${caption})。`)).toEqual(expected);
});

test.each(['![图](<plan (1).png> "说明")', "![图](plan(1).png)", "[规格](</files/规格 (2026).pdf>)"])(
  "%s is right",
  (text) => expect(getMistakes(text)).toEqual([]),
);

test.each([
  ["![图](plan.png 晾晒场)", "晾晒场"],
  ["![图](plan.png 晾晒场 2026)", "晾晒场 2026"],
  ['![图](plan.png "晾晒场)', "晾晒场"],
  ['![图](plan.png 晾晒场")', "晾晒场"],
])("%s needs quotes", (text, caption) => {
  const message = `a caption needs straight quotes at both ends: write \`(plan.png "${caption}")\``;
  expect(getMistakes(text)).toEqual([`0 ${message}`]);
});

test.each([
  "真好！【注】（见上）",
  "注意！[注](见上)",
  "真好！【附图】见附件 plan.png。",
  "[注] (x) [1]/[2] 一/二",
  "剂量为[mg]/kg/d，[甲]:/乙",
  "[官网]：https://a.example/x",
  "[注](*重要*)和（[甲]/乙）",
  "\\[注\\]\\(见上\\)不是链接",
  "`![图](b.png` 与 `[川芎]{/product/info/x}`",
  "见[我们][1]。\n\n[1]: /about-us",
  "《伤寒论》[注]：太阳病",
])("%j is right", (text) => expect(getMistakes(text)).toEqual([]));

test.each([
  "[x](X y)",
  "[x](X",
  "<a href=X>",
  "**X",
  "| X |",
  "# X\n\n##X",
  "[X]（/a）",
  "见[X](/a，b",
  "1、X",
  "==X==",
  "![X](b.png",
  "[注]{X}",
  "(X)[/about-us]",
])("no message about %j has a placeholder", (slip) => {
  for (const part of ["https://a.example/x", "a@a.example", "`code`", "*em*", "\\*", "&lt;", "[l](/about-us)"]) {
    const text = slip.replaceAll("X", part);
    for (const message of getMistakes(text)) expect(message).not.toMatch(/[\p{Cc}\p{Co}]/u);
  }
});

test("the report shows the code of a control character that an address hides", () => {
  const problem = { file: "cn.md", line: 1, field: "(text)", message: "the picture a\u0000\u001b.png isn't shown" };
  expect(formatReport([problem], [])).toContain("the picture aU+0000U+001B.png isn't shown");
});
