import { expect, test } from "vitest";
import { checkText } from "../files/content-text.ts";

const getMistakes = (text: string) => checkText(text).mistakes.map(({ line, message }) => `${line} ${message}`);
const joinedLines = expect.stringMatching(/^1 this line and the one above would be one line/);

test.each(["*One\n*Two", "– One\n– Two", "－ One\n－ Two", "—One\n—Two", "（1）甲；\n（2）乙。", "(1)甲\n(2)乙"])(
  "entries that the page would join are named: %j",
  (text) => expect(getMistakes(text)).toEqual([joinedLines]),
);

test.each([
  "①甲\n②乙",
  "一、甲\n二、乙",
  "（一）甲\n（二）乙",
  "1）甲\n2）乙",
  "1。甲\n2。乙",
  "第一、甲\n第二、乙",
  "a) 甲\nb) 乙",
  "(a) 甲\n(b) 乙",
  "A、甲\nB、乙",
  "A. 甲\nB. 乙",
  "i) 甲\nii) 乙",
])("numbered lines too: %j", (text) => expect(getMistakes(text)).toEqual([joinedLines]));

test.each(["+甲\n+乙", "★ 甲\n★ 乙", "➢ 甲\n➢ 乙", "※ 甲\n※ 乙"])("lines with a sign too: %j", (text) =>
  expect(getMistakes(text)).toEqual([joinedLines]),
);

test("a list that doesn't begin with 1 and has no empty line before it is named", () => {
  expect(getMistakes("We offer:\n2. Three\n3. Four")).toEqual([
    expect.stringMatching(/^2 this line and the one above/),
  ]);
});

test.each([
  "*Including VAT.\n**Note:** the rest.",
  "——李时珍\n——张仲景",
  "一、甲\n\n二、乙",
  "★ 甲",
  "a) 甲",
  "第一、甲",
  "A. sinensis\nB. chinense",
  "3.5 kg\n2.8 kg",
  "1\\. 甲\n2\\. 乙",
  "1. One\n2. Two",
  "1) One\n2) Two",
  "（1）甲；（2）乙。",
  "- One\n- Two",
  "（1）甲  \n（2）乙",
  "（1）甲\\\n（2）乙",
])("%j is right", (text) => expect(getMistakes(text)).toEqual([]));

test.each([
  ["30*40*50 cm", 1],
  ["10*5*3 mm，重量5*6*7。", 2],
  ["x**y**z", 1],
  ["这*重要*的", 0],
  ["30*40 cm", 0],
  ["2 *really* good 3", 0],
])("%j has %i multiplications whose * would disappear", (text, count) => {
  expect(getMistakes(text)).toEqual(Array(count).fill(expect.stringMatching(/^0 a \* between two numbers/)));
});

test.each([
  ["-　甲", "0 an entry of a list has a wide space after its -: write a plain one"],
  ["-\u00a0甲", "0 an entry of a list has a wide space after its -: write a plain one"],
  ["2.　乙", "0 an entry of a list has a wide space after its 2.: write a plain one"],
  ["2、乙", "0 a number of a list has Chinese punctuation, 2、: write `2. ` instead"],
  ["３．丙", "0 a number of a list is full-width, ３．: write `3. ` instead"],
  ["#＃ 标题", "0 a heading has full-width characters: write `## 标题`"],
  ["＊＊＊", "0 ＊＊＊ would be shown as it is: write `---` for a line across the page"],
  ["》太阳病", "0 a quotation begins with 》: write `> ` instead"],
  ["\\## 标题", "0 a heading has a \\ before its #, which shows them as they are: remove it"],
  ["\\!\\[图\\]\\(b.png\\)", "0 a \\ before a bracket shows it as it is: remove each \\ from the link or picture"],
  ["见\\[图\\]\\(/about-us\\)", "0 a \\ before a bracket shows it as it is: remove each \\ from the link or picture"],
  [
    "[平面图](plan.png)",
    "0 the link to plan.png doesn't work: write `![words](plan.png)`, with a !, to show the picture",
  ],
  ["##　原料", "0 a heading has no space after its #: write `## 原料`"],
  ["## \n\n文字", "0 a heading has no words: write them after its #, or remove the line"],
  ["[huang qi]\n(/product/info/huang-qi)", "1 a link is divided between two lines: write `[words](…)` on one line"],
  ["[](/product/info/huang-qi)", "0 a link has no words: write them between the square brackets"],
  ["！[田](/field.png)", "0 a picture has a wide ！ or a space after its !: write `![words](…)`"],
  ["! [田](field.JPG)", "0 a picture has a wide ！ or a space after its !: write `![words](…)`"],
  ["1、甲\n2、乙", "0 a number of a list has Chinese punctuation, 1、: write `1. ` instead"],
  ["![田](f.png“图”)", '0 a caption needs a plain space before it, and straight quotes: write `(f.png "…")`'],
  ['![田](f.png,"图")', '0 a caption needs a plain space before it, and straight quotes: write `(f.png "…")`'],
  ["![田](f.png　“图”)", '0 a caption needs a plain space before it, and straight quotes: write `(f.png "…")`'],
  ['![田](f.png　"图")', '0 a caption needs a plain space before it, and straight quotes: write `(f.png "…")`'],
  [
    "[我们](https：//chp.org.cn)",
    "0 the address https：//chp.org.cn has full-width characters: write `(https://chp.org.cn)`",
  ],
  ["[我们](／about-us)", "0 the address ／about-us has full-width characters: write `(/about-us)`"],
  ["![田](f.png =300x200)", "0 the size of a picture can't be given: write `![words](f.png)`"],
  [
    "[我们](mailto: service@qigu.example)",
    "0 the address of a link has a space: remove it, such as `(mailto:name@example.com)`",
  ],
  [
    "写信至info＠yunling.example。",
    "0 info＠yunling.example isn't a link, because it has full-width characters: write info@yunling.example",
  ],
  [
    "见https:／／chp.org.cn。",
    "0 https:／／chp.org.cn isn't a link, because it has full-width characters: write https://chp.org.cn",
  ],
  [
    "见 ｗｗｗ.chp.org.cn",
    "0 ｗｗｗ.chp.org.cn isn't a link, because it has full-width characters: write www.chp.org.cn",
  ],
])("%j is named", (text, mistake) => expect(getMistakes(text)).toEqual([mistake]));
