import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";

const { edit, getProblems, resolvePath } = setUpContentCopy();

const facts = "product/huang-qi/item.yaml";
const words = "product/huang-qi/cn.md";
const settings = "settings/cn.yaml";
const batch = "batch/HQ-2601.yaml";

/** Returns a day so many days from today. */
function getDay(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

test.each<[file: string, from: RegExp, to: string, message: string]>([
  [facts, /^sku: (.*)$/m, "sku: HQ-1,", "sku ends with a ,: delete it"],
  [facts, /^sku: (.*)$/m, "sku: HQ-1；", "sku ends with a ；: delete it"],
  [settings, /^siteName: .*$/m, "siteName: 岐谷，", "siteName ends with a ，: delete it"],
  [words, /^title: .*$/m, 'title: "黄芪\\n饮片"', "title has a line break: write it on one line"],
  [
    words,
    /^tags: .*$/m,
    "tags: [补气; 固表]",
    "tags[0] has a semicolon: write [one, two] with commas, so that each is a word of its own",
  ],
  [words, /^moq: .*$/m, "moq: 0 kg", "moq 0 kg is no amount: write a number above 0, such as 20 kg"],
  [words, /^moq: .*$/m, "moq: -5 kg", "moq -5 kg is no amount: write a number above 0, such as 20 kg"],
  [words, /^moq: .*$/m, "moq: 2,5 kg", "moq has a comma between its digits: write 2.5"],
  [settings, /^copyright: .*$/m, "copyright: © 19862026", "copyright has two years without a sign between them: write"],
  [settings, /year: "?\d{4}"?/, "year: 186", "].year has three digits or fewer: write a year such as 1986"],
  [facts, /^updated: .*$/m, `updated: ${getDay(40)}`, "updated is in the future: is the year right?"],
  [
    facts,
    /^date: .*$/m,
    "date: 2025-01-01\nuntil: 2020-01-01T00:00:00+08:00",
    "until is more than a year before `date`: is the year right?",
  ],
  [batch, /^produced: .*$/m, `produced: ${getDay(40)}`, "produced is in the future: is the year right?"],
])("%s: %s as %s is reported", (file, from, to, message) => {
  edit(file, from, to);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test("an item that appears in the future may be updated on that day", () => {
  const day = getDay(40);
  edit(facts, /^date: .*\nupdated: .*$/m, `date: ${day}\nupdated: ${day}\nfrom: ${day}T00:00:00+08:00`);
  expect(getProblems()).toEqual([]);
});

test.each([
  "5-10 kg",
  "1,000 kg",
  "起订 0.5 公斤",
  "100 g, 500 g",
  "一件起",
  "样品 0 元，大货 20 公斤起",
  "5，10 公斤两种规格",
])("a minimum order of %s is accepted", (moq) => {
  edit(words, /^moq: .*$/m, `moq: ${moq}`);
  expect(getProblems()).toEqual([]);
});

test.each(["© 2026 Qigu Ltd (Company No. 12345678)", "© 2026 岐谷 皖ICP备19002034号"])(
  "the copyright line %s is accepted",
  (line) => {
    edit(settings, /^copyright: .*$/m, `copyright: ${line}`);
    expect(getProblems()).toEqual([]);
  },
);

test("an event may be edited before its date", () => {
  edit(facts, /^date: .*\nupdated: .*$/m, `date: ${getDay(20)}\nupdated: ${getDay(0)}`);
  expect(getProblems()).toEqual([]);
});

test("an event may end before its date", () => {
  edit(facts, /^date: .*$/m, `date: ${getDay(20)}\nuntil: ${getDay(10)}T00:00:00+08:00`);
  edit(facts, /^updated: .*\n/m, "");
  expect(getProblems()).toEqual([]);
});

test("a text about the company that is too long, and a menu with too many entries are one line each", () => {
  edit(settings, /^about: \|$/m, `about: |\n${"  一段。\n\n".repeat(15_000)}`);
  const entries = Array.from({ length: 3000 }, (_, n) => `- { id: m${n}, type: page, title: 甲, path: /about-us }\n`);
  writeFileSync(resolvePath("menu/cn.yaml"), entries.join(""));
  expect(getProblems()).toEqual([
    expect.stringMatching(/ about has [\d,]+ characters: 50,000 at most, write a plain page/),
    expect.stringMatching(/^menu\/cn\.yaml:1 .*has 3,000 entries: 500 at most, because a page has all of them/),
  ]);
});
