import { expect, test } from "vitest";
import { checkText } from "../files/content-text.ts";

const getMistakes = (text: string) => checkText(text).mistakes.map(({ line, message }) => `${line} ${message}`);

test.each(
  [
    "kbd",
    "mark",
    "small",
    "s",
    "details",
    "o:p",
    "ruby",
    "strike",
    "del",
    "svg",
    "abbr",
    "cite",
    "q",
    "dl",
    "nobr",
    "figure",
    "caption",
    "h2",
    "my-element",
    "BR",
    "FONT",
    "P",
  ].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`]),
)("the tag %s is named once", (tag) => {
  const message = `0 ${tag} would be shown as it is: HTML isn't allowed, use Markdown`;
  expect(getMistakes(`见${tag}，好`)).toEqual([message]);
  expect(getMistakes(tag)).toEqual([message]);
});

test.each(['<img src="b.png" alt="x">', "<p class=MsoNormal>", "<video controls src='a.mp4'>", '<Font Color="red">'])(
  "the tag %s with attributes is named",
  (tag) =>
    expect(getMistakes(`一${tag}二`)).toEqual([`0 ${tag} would be shown as it is: HTML isn't allowed, use Markdown`]),
);

test.each([
  "a<b，3 < 5，x<y且y>z，x<y and y>z，<1%，≤5，->，<-，x<y>z",
  "<https://a.example/b> 与 <a@a.example>",
  "<张三>与<Shang Han Lun>、<Radix Astragali>、<GB 5009.3>",
  "`<kbd>` \\<kbd> &lt;kbd&gt;",
])("the signs of %j are no HTML", (text) => expect(getMistakes(text)).toEqual([]));

const foreign = "it belongs to another program, so remove it";
const formula = "there are no formulas, so type characters such as ², ₂ and ½";
const character = "type the character that it stands for";

test.each([
  ["10^3^", "^3^", formula],
  ["Ca^2+^", "^2+^", formula],
  ["H~2~O", "~2~", formula],
  ["$\\frac{1}{2}$", "$\\frac{1}{2}$", formula],
  ["$x^2$", "$x^2$", formula],
  ["\\(x^2\\)", "(x^2)", formula],
  ["\\[x^2\\]", "[x^2]", formula],
  [":smile:", ":smile:", character],
  ["25&degree;", "&degree;", character],
  ["25&amp;deg;", "&deg;", character],
  ["[b]重要[/b]", "[/b]", foreign],
  ["{color:red}重要", "{color:red}", foreign],
  ["{: .note}", "{: .note}", foreign],
  ["> [!NOTE]\n> 注意", "[!NOTE]", foreign],
  ["\\newpage", "\\newpage", foreign],
  ["''重要''", "''重要''", "write `**…**` for strong words"],
  ["<!DOCTYPE html>", "<!DOCTYPE html>", "remove it"],
])("%s is named once", (text, sign, remedy) => {
  expect(getMistakes(text)).toEqual([`0 ${sign} would be shown as it is: ${remedy}`]);
});

test("a footnote within its sentence is named", () => {
  const message = "there are no footnotes: write the words of ^[见药典] in brackets in the text";
  expect(getMistakes("有效^[见药典]。")).toEqual([`0 ${message}`]);
});

test.each([
  "20^，2^10，^_^ 谢谢^o^",
  "5~10 g，A~B~C，5~10~15 g，上午~下午~晚上，好的~~ 谢谢~~",
  "$5 与 $6，$5^ 与 $6，C:\\files\\doc，\\\\server\\share",
  "10:30:00，比例 1:2:3，注: 甲:乙",
  "R&D; AT&T; Q&A，&",
  "{a} {甲:乙} [注] [1/2] [甲/乙]",
  "长 5''，宽 3''；it's 'x' and 'y'",
  "`10^3^` `:smile:` `\\newpage` `''x''` \\(注\\) \\[注\\]",
])("the signs of %j are prose", (text) => expect(getMistakes(text)).toEqual([]));
