import { expect, test } from "vitest";
import { checkText } from "../files/content-text.ts";

const getMistakes = (text: string) => checkText(text).mistakes.map(({ line, message }) => `${line} ${message}`);

const table = "| a | b |\n| --- | --- |\n| 1 | 2 |\n";
const below = "this line would be a row of the table above: put an empty line before it, or write it between |";
const needsLine = "a table needs a line of `| --- | --- |` below its headings, and an empty line before it";
const divided = "an empty line divides the table: remove the one above this row";

test.each([
  ["words below a table", `${table}以上价格含税。`, `3 ${below}`],
  ["two lines below a table", `${table}以上价格含税。\n不含运费。`, `3 ${below}`],
  ["words in place of the first row", "| a | b |\n| --- | --- |\n表 1 等级", `2 ${below}`],
  [
    "a second line of dashes",
    `${table}| --- | --- |\n| 3 | 4 |`,
    "3 a second line of `| --- | --- |` would be a row of dashes: remove it",
  ],
  ["an empty line within a table", `${table}\n| 3 | 4 |\n| 5 | 6 |`, `4 ${divided}`],
  ["an empty line between all rows", `${table}\n| 3 | 4 |\n\n| 5 | 6 |`, `4 ${divided}`],
  ["an empty line below the headings", "| a | b |\n\n| --- | --- |\n| 1 | 2 |", `0 ${needsLine}`],
  [
    "too few dashes",
    "文字\n\n| a | b |\n| --- |\n| 1 | 2 |",
    "3 a table has 2 headings and 1 below them: write `| --- | --- |`",
  ],
  [
    "too many dashes",
    "| a | b |\n| --- | --- | --- |\n| 1 | 2 |",
    "1 a table has 2 headings and 3 below them: write `| --- | --- |`",
  ],
  ["no line of dashes", "文字\n| a | b |\n| 1 | 2 |", `1 ${needsLine}`],
  [
    "two aligned columns",
    "| a | b |\n| :-- | --: |\n| 1 | 2 |",
    "1 columns of a table can't be aligned: write `---` without colons",
  ],
])("%s is named once", (_what, text, mistake) => expect(getMistakes(text)).toEqual([mistake]));

test.each([
  table,
  `${table}\n以上价格含税。`,
  `${table}| - | -- |\n| — | 1-2 |`,
  "a | b\n--- | ---\n1 | 2",
  `${table}\n文字\n\n${table}`,
  "- 项\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |",
  "> | a | b |\n> | --- | --- |\n> | 1 | 2 |",
  "绝对值 |x| 与 |y|",
])("the table %j is right", (text) => expect(getMistakes(text)).toEqual([]));
