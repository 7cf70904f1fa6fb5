import { expect, test } from "vitest";
import { checkText, renderText } from "./content-text.ts";

test.each<[what: string, text: string, mistakes: string[]]>([
  ["a heading without a space", "##标题", ["0 a heading has no space after its #: write `## 标题`"]],
  ["the same below a line", "文字\n###小标题", ["1 a heading has no space after its #: write `## 小标题`"]],
  ["a full-width heading", "＃＃ 标题", ["0 a heading has full-width characters: write `## 标题`"]],
  ["a number with its sign", "#1 of the harvest", []],
  [
    "full-width brackets",
    "见［我们］（/about-us）。",
    ["0 a link has full-width brackets or a space: write `[words](/about-us)`"],
  ],
  [
    "full-width round brackets and an address",
    "见[网站]（https://example.com）。",
    ["0 a link has full-width brackets or a space: write `[words](https://…)`"],
  ],
  [
    "a space between brackets",
    "[us] (/about-us)",
    ["0 a link has full-width brackets or a space: write `[words](/about-us)`"],
  ],
  [
    "a link that is never closed",
    "请看[补中益气汤](/prescription/info/bu-zhong-yi-qi-tang 。",
    ["0 a link has no bracket at its end: write `[words](/prescription/info/bu-zhong-yi-qi-tang)`"],
  ],
  [
    "a picture that is never closed",
    "![田](/a.jpg",
    ["0 a picture has a missing, full-width or wrong bracket: write `![words](/a.jpg)`"],
  ],
  [
    "an address that is never closed",
    "[网站](https://example.com",
    ["0 a link has no bracket at its end: write `[words](https://…)`"],
  ],
  [
    "words that are never closed",
    "[补中益气汤(/about-us)",
    ["0 a link has no ] after its words: write `[words](/about-us)`"],
  ],
  [
    "brackets in the wrong order",
    "请看(我们)[/about-us]。",
    ["0 the brackets of a link are swapped: write `[words](/about-us)`"],
  ],
  [
    "an address elsewhere",
    "请看[我们][1]。",
    ["0 [我们][1] would be shown as it is: write the address after the words, `[words](/about-us)`"],
  ],
  ["numbers of books", "见《本草》[1][2]。", []],
  ["a range", "加[1, 2)和(a)[b]", []],
  [
    "strong words that end with punctuation",
    "这是**粗体。**后面",
    ["0 **粗体。** would be shown as it is: put the punctuation mark outside, or a space beside it"],
  ],
  [
    "strong words that begin with punctuation",
    "他说**“好”** 的",
    ["0 **“好”** would be shown as it is: put the punctuation mark outside, or a space beside it"],
  ],
  [
    "a telephone number with a space",
    "[电话](tel:0558-555 0186)",
    ["0 the address tel:0558-555 0186 has a space: write `(tel:0558-5550186)`"],
  ],
  [
    "a line of hyphens below words",
    "一段文字\n---\n下一段",
    [
      "1 the line of --- makes the words above it a heading: put an empty line between them, or write `## ` before the words",
    ],
  ],
  ["a line of hyphens of its own", "一段文字\n\n---\n\n下一段", []],
  [
    "a cell without a heading",
    "| a | b |\n| --- | --- |\n| 1 | 2 | 3 |\n| 1 |\n| 1 \\| 2 | 3 |",
    [
      "2 a row of a table has 3 cells, and its headings are 2: the others would be lost, so remove a | or add a heading",
    ],
  ],
  [
    "two versions of a text",
    "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other",
    ["1 two versions of the text are here: leave one of them, without the lines of <, = and >"],
  ],
  [
    "a bullet of a font",
    "\uf0b7 一",
    ["0 this line has a character that only one font has (U+F0B7): type another one"],
  ],
  [
    "a wrong encoding",
    "é»„èŠª",
    ["0 this line has “é»„èŠª”, which was Chinese before it was opened with a wrong encoding: copy the words again"],
  ],
  ["words of French", "« café », “café”—", []],
  ["brackets of a text", "甘草【炙】（《伤寒论》） and [sic] (really)", []],
  [
    "a space in a picture's name",
    "![黄芪](/files/huang qi.jpg)",
    ["0 the address /files/huang qi.jpg has a space: rename the file, or write `(</files/huang qi.jpg>)`"],
  ],
  [
    "a space in a link",
    "[list](/files/price list.pdf)",
    ["0 the address /files/price list.pdf has a space: rename the file, or write `(</files/price list.pdf>)`"],
  ],
  [
    "an address without https",
    "See www.example.com.",
    ["0 www.example.com. isn't a link: write it with https:// and a space before it"],
  ],
  [
    "an address with words after it",
    "见 https://example.com欢迎",
    ["0 put a space between the address https://example.com欢迎 and the words after it"],
  ],
  [
    "an e-mail address among words",
    "邮箱a@example.com或电话",
    ["0 the e-mail address at example.com isn't a link: put a space before and after it"],
  ],
  [
    "footnotes",
    "一[^1]，二[^1]。\n\n[^1]: 出处",
    ["0 there are no footnotes: write the words of [^1] in brackets in the text"],
  ],
  ["a caption", '![a](/logo.svg "花期")', []],
  [
    "a caption among words",
    '一\n![a](/logo.svg "花期")',
    ["1 the caption “花期” isn't shown: leave an empty line before and after the picture"],
  ],
  [
    "a picture without a description",
    "![ ](/logo.svg)",
    ["0 the picture /logo.svg has no description: write what it shows between the square brackets, `![…](/logo.svg)`"],
  ],
  [
    "the name of a file as a description",
    "![IMG_0042](/logo.svg)",
    ["0 the picture /logo.svg has no description: IMG_0042 is the name of a file: write what the photo shows"],
  ],
  [
    "an aligned table",
    "文字\n\n| a | b |\n| --- | --: |\n| 1 | 2 |",
    ["3 columns of a table can't be aligned: write `---` without colons"],
  ],
  [
    "a box of another program",
    "::: tip\n注意\n:::",
    ["0 ::: tip would be shown as it is: it belongs to another program, so remove it"],
  ],
  ["a table of contents", "[TOC]", ["0 [TOC] would be shown as it is: it belongs to another program, so remove it"]],
  ["a formula", "$$E=mc^2$$", ["0 $$E=mc^2$$ would be shown as it is: it belongs to another program, so remove it"]],
  [
    "a placeholder",
    "价格 {{price}} 元",
    ["0 {{price}} would be shown as it is: it belongs to another program, so remove it"],
  ],
  [
    "a link of a wiki",
    "见 [[黄芪]]",
    ["0 [[黄芪]] would be shown as it is: it belongs to another program, so remove it"],
  ],
  [
    "the width of a picture",
    "![图](/logo.svg){width=50%}",
    ["0 {width=50%} would be shown as it is: it belongs to another program, so remove it"],
  ],
  ["a heading of seven", "####### 七", ["0 a heading has more than six #: write `## ` before its words"]],
  [
    "underlines among words",
    "这是__重点__吗",
    ["0 words between underscores would be shown with them: write `*…*` for slanted words, `**…**` for strong ones"],
  ],
  ["a quotation with a wide sign", "＞ 引文", ["0 a quotation begins with ＞: write `> ` instead"]],
  ["an entry without a space", "-一项", ["0 an entry of a list has no space after its -: write `- ` before its words"]],
  ["months and signs in cells", "| 金银花 | 5、6 月 |\n| --- | --- |\n| ● | 1.大片 2.小片 |", []],
  ["a number without a space", "1.甲", ["0 a number of a list has no space after it: write `1. `"]],
  ["signs of a text", "1.5 kg, __init__.py, $5 and $6, *一项*, __重点__ 词, {a} (b) {c}", []],
  ["HTML", "一<br>二", ["0 <br> would be shown as it is: HTML isn't allowed, use Markdown"]],
  ["the same in code", "`##标题` `www.example.com` `<br>`\n\n```\n##标题 [^1]\n```", []],
  ["what is right", "## 标题\n\n见[我们](/about-us)和 https://example.com。 a < b, info@example.com", []],
])("%s", (_what, text, mistakes) => {
  expect(checkText(text).mistakes.map(({ line, message }) => `${line} ${message}`)).toEqual(mistakes);
});

test("links and pictures have the number of their line", () => {
  const text = "一[x](/a)\n二![y](/b.jpg)\n\n| [z](/c) |\n| --- |\n| [z](/d) |";
  expect(checkText(text)).toMatchObject({
    links: [
      { target: "/a", line: 0 },
      { target: "/c", line: 3 },
      { target: "/d", line: 5 },
    ],
    pictures: [{ target: "/b.jpg", line: 1 }],
  });
});

test("a picture has the address and size of its photo, and a caption makes it a figure", () => {
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

test("URLs become links, and file names don't", () => {
  expect(renderText("https://example.com。 info@example.com README.md")).toBe(
    '<p><a href="https://example.com">https://example.com</a>。 <a href="mailto:info@example.com">info@example.com</a> README.md</p>\n',
  );
});
