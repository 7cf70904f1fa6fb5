import { expect, test } from "vitest";
import { checkText, renderText } from "./content-text.ts";

test.each([
  ["a heading of level 1", "一\n\n# 标题", [[2, "headingLevel"]]],
  ["a heading of level 1 in the other syntax", "标题\n===", [[0, "headingLevel"]]],
  ["a heading by a line of hyphens", "一段文字\n---\n下一段", [[0, "headingLine"]]],
  ["a table without the line below its headings", "一\n\n| 品种 | 价格 |\n| 黄芪 | 30 |", [[2, "tableHead"]]],
  ["a heading without words", "##\n\n一", [[0, "emptyHeading"]]],
  ["a link without words", "一\n[](/about-us)", [[1, "emptyLink"]]],
  ["a picture without a description", "![ ](/logo.svg)", [[0, "noPictureAlt"]]],
  ["a caption among words", '一\n![a](/logo.svg "花期")', [[1, "caption"]]],
  ["a caption", '![a](/logo.svg "花期")', []],
  ["code", "```\n# no heading\n```\n\n`![](/a.jpg)`", []],
])("%s: the text %j has the mistakes %j", (_what, text, mistakes) => {
  expect(checkText(text).mistakes.map(({ line, message }) => [line, (message as { key: string }).key])).toEqual(
    mistakes,
  );
});

test.each([
  ["[方]（/prescription/info/a）", "unreadLink"],
  ["[方](/files/a b.pdf)", "unreadLink"],
  ["【方】(/prescription/info/a)", "unreadLink"],
  ["![图]（a.jpg）", "unreadLink"],
  ["##标题", "unreadHeading"],
  ["＃＃ 标题", "unreadHeading"],
  ["一<br/>二", "unreadTag"],
  ['<p class="x">一', "unreadTag"],
  ["<!-- 一 -->", "unreadTag"],
])("%s would be rendered literally, so it gets the remark %s", (text, key) => {
  expect(checkText(`一\n${text}`).remarks).toEqual([{ line: 1, message: { key } }]);
});

test.each([
  "[1]（见下文） 3 < 5 > 2",
  "`<br>` `##标题`",
  "[方](/a)（见 [注](https://a.b)）",
  "<info@example.com>",
  "#1 号",
])("the text %s only resembles broken markup, so it gets no remark", (text) => {
  expect(checkText(text).remarks).toEqual([]);
});

test("links and pictures have the number of their line", () => {
  const text = "一[x](/a)\n二![y](/b.jpg)\n\n| [z](/c) |\n| --- |\n| [z](javascript:d) |";
  expect(checkText(text)).toMatchObject({
    links: [
      { target: "/a", line: 0 },
      { target: "/c", line: 3 },
      { target: "javascript:d", line: 5 },
    ],
    pictures: [{ target: "/b.jpg", line: 1 }],
  });
});

test("a picture in a text has the address and size of its photo, and becomes a figure if it has a caption", () => {
  const find = (target: string) => (target === "a.jpg" ? { src: "/photos/a.jpg", width: 40, height: 30 } : undefined);
  const image = '<img src="/photos/a.jpg" alt="&quot;A&quot; B" width="40" height="30">';
  expect(renderText('!["A" *B*](a.jpg)', find)).toBe(`<p>${image}</p>\n`);
  expect(renderText('!["A" *B*](a.jpg "1 < 2")', find)).toBe(
    `<figure>${image}<figcaption>1 &lt; 2</figcaption></figure>\n`,
  );
  expect(renderText('- ![x](/b.svg "c")', find)).toContain(
    '<figure><img src="/b.svg" alt="x"><figcaption>c</figcaption></figure>',
  );
});

test("Chinese words are bold even if punctuation stands next to the asterisks", () => {
  expect(renderText("**重点。**接着，他说**“好”**的。")).toBe(
    "<p><strong>重点。</strong>接着，他说<strong>“好”</strong>的。</p>\n",
  );
});

test("URLs become links, and file names don't", () => {
  expect(renderText("https://example.com。 info@example.com README.md")).toBe(
    '<p><a href="https://example.com">https://example.com</a>。 <a href="mailto:info@example.com">info@example.com</a> README.md</p>\n',
  );
});
