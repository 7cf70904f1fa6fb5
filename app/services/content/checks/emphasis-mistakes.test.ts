import { expect, test } from "vitest";
import { checkText } from "../files/content-text.ts";

const getMistakes = (text: string) => checkText(text).mistakes.map(({ line, message }) => `${line} ${message}`);

const punctuation = "put the punctuation mark outside, or a space beside it";
const underscores =
  "words between underscores would be shown with them: write `*…*` for slanted words, `**…**` for strong ones";
const struck = "write `~~…~~` without spaces inside to strike words out";

test.each([
  ["*重要：*不要", `*重要：* would be shown as it is: ${punctuation}`],
  ["他说*“好”*的", `*“好”* would be shown as it is: ${punctuation}`],
  ["***重要**内容", "*** before words has only ** after them: write `**words**`"],
  ["这是_重点_吗", underscores],
  ["_重点_吗", underscores],
  ["~重点~", `~重点~ would be shown as it is: ${struck}`],
  ["现价，~原价~。", `~原价~ would be shown as it is: ${struck}`],
  ["~~ 重点 ~~", `~~ 重点 ~~ would be shown as it is: ${struck}`],
  ["这是~~ 重点 ~~吗", `~~ 重点 ~~ would be shown as it is: ${struck}`],
])("%s is named once", (text, message) => expect(getMistakes(text)).toEqual([`0 ${message}`]));

test.each(["**重要\n\n内容**\n", "**重要\n\n中间\n\n内容** 后面\n", "**重要\n\n内容**后面\n"])(
  "strong words of several paragraphs are named once: %j",
  (text) => {
    expect(getMistakes(text)).toEqual([expect.stringMatching(/^0 \*\* would be shown as it is/)]);
  },
);

test("strong words that begin twice and never end are two mistakes", () => {
  expect(getMistakes("**一\n\n**二\n")).toHaveLength(2);
});

test.each([
  "黄芪*、当归*为道地药材，价格*（含税）。",
  "标有*的是一级品，*后的数字是年份。",
  "***重要***与**重要**内容，*[黄芪](/product/info/huang-qi)",
  "见 规格_表_新.pdf 与 a_b_c、__init__.py、姓名___电话___",
  "~5 g, ~10 g，约~5 g，好~谢谢~，~~删除~~",
  "“~”与“*”；~；*；^；_",
  "\\*重要：\\*不要 \\*\\*",
])("the signs of %j are right", (text) => expect(getMistakes(text)).toEqual([]));
