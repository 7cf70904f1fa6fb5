import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readMarkdown, readYaml } from "../files/content-file.ts";
import { categoriesSchema, factsSchemas, wordsSchemas } from "../files/content-schema.ts";
import { settingsFileSchema } from "../files/settings-schema.ts";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "explain-"))));
afterAll(() => rmSync(folder, { recursive: true }));

type Schema = Parameters<typeof readYaml>[1];

/** Returns the problems of a YAML file, each with its line. */
function getProblems(text: string, schema: Schema = factsSchemas.product): string[] {
  const file = join(folder, "file.yaml");
  writeFileSync(file, text);
  return readYaml(file, schema).problems.map(({ line, field, message }) => `${line} ${field} ${message}`);
}

const fine = "cat: pieces\ndate: 2026-01-01\nplate: huang-qi\nherb: huang-qi\nsku: A-1\n";
const withLine = (line: string) => getProblems(fine + line);
const instead = (field: string, line: string) => getProblems(fine.replace(new RegExp(`^${field}: .*$`, "m"), line));

test("a valid file has no problems", () => {
  expect(getProblems(fine)).toEqual([]);
});

test.each<[string, () => string[], string]>([
  ["a misspelt field", () => withLine("plaet: x"), "6 plaet is not a field that is known here: did you mean plate?"],
  [
    "a field in capitals",
    () => instead("cat", "Cat: pieces"),
    "1 Cat is not a field that is known here: did you mean cat?",
  ],
  [
    "a field of nothing",
    () => withLine("price: 9"),
    "6 price is not a field that is known here: there are cat, date, updated, cover, plate, gallery, related, draft, from, until, sku, herb",
  ],
  ["a missing field", () => instead("sku", ""), "1 sku is missing: add `sku:` and the item number"],
  [
    "a field without a value",
    () => instead("sku", "sku:"),
    "5 sku has nothing after its colon: write its value, between quotes if it begins with #, or remove the line",
  ],
  ["an empty text", () => instead("sku", 'sku: ""'), "5 sku is empty: write something, or remove the line"],
  [
    "a number for a text",
    () => instead("sku", "sku: 12"),
    "5 sku should be a text, and is the number 12: put it between quotes",
  ],
  [
    "a text for a list",
    () => withLine("gallery: huang-qi"),
    "6 gallery should be a list, and is the text “huang-qi”: write [a, b], or a line with - for each",
  ],
  [
    "a text for true or false",
    () => withLine('draft: "yes"'),
    "6 draft should be true or false, and is the text “yes”",
  ],
  [
    "a date far ahead",
    () => instead("date", "date: 2062-01-01"),
    "2 date is more than a year ahead: is the year right?",
  ],
  [
    "a start far ahead",
    () => withLine("from: 2207-01-04T09:00:00+08:00"),
    "6 from is more than a hundred years ahead: is the year right?",
  ],
  [
    "a date in words",
    () => instead("date", "date: yesterday"),
    "2 date must be a date such as 2025-03-12: the year, the month and the day",
  ],
  ["a day that doesn't exist", () => instead("date", "date: 2026-02-30"), "2 date isn't a day in the calendar"],
  [
    "a moment without a zone",
    () => withLine("from: 2026-12-01T09:00:00"),
    "6 from must be a time with its time zone, such as 2026-12-01T09:00:00+08:00 for nine in the morning in China",
  ],
  [
    "a Chinese colon",
    () => getProblems(fine.replace("sku: ", "sku：")),
    "5 (YAML) sku has a Chinese colon after it: write `sku: …`",
  ],
  [
    "a colon and no space",
    () => getProblems(fine.replace("sku: ", "sku:")),
    "5 (YAML) sku has a colon and no space after it: write `sku: …`",
  ],
  [
    "a file without fields",
    () => getProblems("just words"),
    "1 (file) should have fields of its own, and is the text “just words”: write them below, as `name: value`",
  ],
  ["an empty file", () => getProblems(""), "1 (file) is empty: write its fields"],
])("%s", (_what, problems, sentence) => {
  expect(problems()).toContain(sentence);
});

test.each<[string, string, RegExp]>([
  ["a field twice", "sku: A-2\n", /^6 \(YAML\) is here twice: leave one of the two/],
  ["a tab", "gallery:\n\t- huang-qi\n", /^\d+ \(YAML\) a line starts with a tab: use spaces/],
  ["an open quote", 'related: ["product/x]\n', /^\d+ \(YAML\) a quote or bracket is opened and never closed/],
  [
    "a second colon",
    "related: a: b\n",
    /^6 \(YAML\) a line has a second colon with a space after it: put the text between quotes/,
  ],
  [
    "a text that starts with a special character",
    "related: @x\n",
    /^6 \(YAML\) a text starts with a character that means something to YAML/,
  ],
])("%s", (_what, lines, sentence) => {
  expect(withLine(lines)[0]).toMatch(sentence);
});

test("a field with another name is one mistake", () => {
  expect(getProblems("id: roots\nname: Roots", z.strictObject({ id: z.string(), title: z.string() }))).toEqual([
    "2 name is not a field that is known here, and title is missing: write it as title, or add that one",
  ]);
  const file = z.array(z.strictObject({ title: z.string(), url: z.string() }));
  expect(getProblems("- title: Roots\n  file: /a.pdf", file)).toEqual([
    "2 [0].file is not a field that is known here, and url is missing: write it as url, or add that one",
  ]);
});

test("all mistakes of a file are reported", () => {
  expect(getProblems("cat: 1\ndate: x\nplaet: y\n").map((one) => one.split(" ").slice(0, 2).join(" "))).toEqual([
    "1 cat",
    "2 date",
    "1 sku",
    "3 plaet",
  ]);
});

test("a mistake in a nested field is reported with its path", () => {
  const formula = `${fine.replace(/^herb.*\nsku.*\n/m, "")}pinyin: a\nlatin: b\ningredients:\n  - { herb: x, dose: nine, roel: monarch }\n`;
  expect(getProblems(formula, factsSchemas.prescription)).toEqual([
    "7 ingredients[0].dose should be a number, and is the text “nine”: write digits alone, such as 9",
    "7 ingredients[0].roel is not a field that is known here: did you mean role?",
  ]);
  expect(getProblems("Root Parts: { title: a, summary: b }", categoriesSchema)).toEqual([
    "1 Root Parts can't be a name: use lower-case letters, digits and hyphens",
  ]);
  expect(getProblems("email: nobody", settingsFileSchema)).toContain(
    "1 email isn't an e-mail address: write one, such as sales@example.com",
  );
});

test("words that YAML ignores, and a text of more than 200,000 characters, are reported", () => {
  const file = join(folder, "long.md");
  const getMessages = (title: string, text: string) => {
    writeFileSync(file, `---\ntitle: ${title}\nsummary: S\nauthor: A\nsource: B\n---\n\n${text}\n`);
    return readMarkdown(file, wordsSchemas.news).problems.map(({ line, message }) => `${line} ${message}`);
  };
  expect(getMessages("黄芪 # 一号", "一")).toEqual([
    '2 YAML drops what comes after the #: put the text between quotes, "黄芪 # 一号"',
  ]);
  expect(getMessages('"黄芪 # 一号"', "一")).toEqual([]);
  expect(getMessages("黄芪", "长".repeat(200_001))).toEqual([
    expect.stringMatching(/^1 has 200,0\d\d characters: 200,000 at most, divide it into several items$/),
  ]);
});

test("mistakes in a Markdown file are reported with their line in the whole file", () => {
  const file = join(folder, "en.md");
  const getMessages = (text: string) => {
    writeFileSync(file, text);
    return readMarkdown(file, wordsSchemas.news).problems.map(
      ({ line, field, message }) => `${line} ${field} ${message}`,
    );
  };
  expect(getMessages("---\ntitle: T\nsumary: S\nauthor: A\nsource: B\n---\n\n# Title\n")).toEqual([
    "3 sumary is not a field that is known here: did you mean summary?",
    "8 (text) a heading of level 1 would be the page's second title: use ##",
  ]);
  expect(getMessages("title: T\n")).toEqual([
    "1 (front matter) must start with front matter: a line of ---, the fields, and a line of --- again",
  ]);
});
