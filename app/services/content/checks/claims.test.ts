import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "#tests/setup/test-folder.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { createClaimFinder } from "./claims.ts";

const sharedFields = { article: "第九条", instead: "删去" };
const find = createClaimFinder("content", [
  { words: ["最佳", "治愈"], ...sharedFields },
  { words: ["cures", "100 % effective", "no side effects"], ...sharedFields },
  { words: ["免费治疗"], where: ["product"], ...sharedFields },
]);

/** Returns the claims in a text, with their lines. */
const findIn = (text: string, file = "content/product/a/index.cn.md") =>
  find(file, text).map(({ line, message }) => `${line} ${String(message.values!["claim"])}`);

test("a claim is reported with its line, and with the article and advice of its entry", () => {
  expect(findIn("好药。\n\n疗效最佳，治愈百人。")).toEqual(["2 最佳", "2 治愈"]);
  expect(find("content/product/a/index.cn.md", "一\n古法炮制，疗效最佳。\n二")).toEqual([
    { line: 1, message: { key: "claim", values: { claim: "最佳", excerpt: "古法炮制，疗效最佳。", ...sharedFields } } },
  ]);
  expect(findIn("It Cures colds and is 100% effective.")).toEqual(["0 Cures", "0 100% effective"]);
  expect(findIn("It has no side effects.")).toEqual(["0 no side effects"]);
});

test("quotations, titles of works and addresses aren't claims", () => {
  for (const text of ["他说“疗效最佳”。", "「最佳」二字", "《最佳药方》", "[方](/product/info/cures)"])
    expect(findIn(text), text).toEqual([]);
});

test("a quotation that the page adopts is reported as a claim", () => {
  for (const text of ["被称为“最佳”。", "“治愈”失眠", 'It "cures" colds.', "known as “cures”"])
    expect(findIn(text), text).toHaveLength(1);
  for (const text of [
    "有人称它为“最佳”，这种说法没有依据",
    "不得写“治愈”二字",
    "“最佳”“治愈”等用语",
    'The label may not say "cures" colds',
  ])
    expect(findIn(text), text).toEqual([]);
});

test("a denial excuses a statement only within its clause", () => {
  const denials = [
    "不保证治愈",
    "并非最佳",
    "没有哪一味最佳",
    "This never cures anything",
    "We don’t say that it cures",
    "Not intended to diagnose, treat, cures or prevent",
    "Whether it cures colds is open",
  ];
  for (const text of denials) expect(findIn(text), text).toEqual([]);
  expect(findIn("不加糖，治愈百人")).toEqual(["0 治愈"]);
  expect(findIn("No sugar. It cures colds.")).toEqual(["0 cures"]);
  expect(findIn(`No ${"-".repeat(38)} cures`)).toEqual([]);
  expect(findIn(`No ${"-".repeat(39)} cures`)).toEqual(["0 cures"]);
  for (let length = 30; length < 70; length++)
    expect(findIn(`piano${"-".repeat(length)} cures`), `${length}`).toEqual(["0 cures"]);
});

test("the denial of a promise, and a warning, apply to a whole list", () => {
  for (const text of [
    "We make no promise that any of our herbs, whole or sliced, eases, cures or prevents a cold",
    "We make no promise that any one of the herbs that we sell here cures",
    "Nobody can say that a root helps with sleep, eases pain or cures colds",
    "我们不承诺本目录所收的任何一味药能够治愈",
    "请勿因为读了本网站的某一页而自以为治愈",
    "“吃了就治愈”是错的",
  ])
    expect(findIn(text), text).toEqual([]);
  for (const text of [
    "We make no secret of it: it cures, eases or prevents colds",
    "No sugar is in it, our tea cures coughs or colds",
    "本方不含糖和任何人工的香料色素治愈",
  ])
    expect(findIn(text), text).toHaveLength(1);
});

test("a customer's statement about themselves or the maker's goods counts as the page's claim", () => {
  for (const text of [
    '"My root cures, whatever the weather may be," she thinks',
    '"This tea, and the jar is not even empty, cures," writes Joan',
    '"Your tea, and the jar is not even empty, cures"',
    "“喝了你们的茶，连我母亲多年的老毛病都治愈，一家人都高兴得说不出话来”",
    "“这茶连邻居家多年的老毛病都治愈，一家人都高兴得说不出话来”，李女士来信说",
  ])
    expect(findIn(text), text).toHaveLength(1);
  expect(findIn('He said: "This tea, and the jar is not even empty, cures"')).toEqual([]);
});

test("words that only look like a denial don't excuse a claim", () => {
  const claims = [
    "不仅治愈",
    "不断追求最佳",
    "未来三月治愈",
    "不吃药就治愈",
    "It not only cures",
    "without doubt it cures",
    "No other herb cures",
  ];
  for (const text of claims) expect(findIn(text), text).toHaveLength(1);
});

test("an entry may allow for words in between, require a word nearby, and have exceptions", () => {
  const entries = [
    { words: ["无…副作用", "no … side effects"], ...sharedFields },
    { words: ["治疗…", "…消失", "treats …"], near: ["失眠", "insomnia"], ...sharedFields },
    { words: ["最佳", "cured"], except: ["最佳…期", "cured … lime"], ...sharedFields },
  ];
  const findEntries = createClaimFinder("content", entries);
  const list = (text: string) =>
    findEntries("content/product/a/index.cn.md", text).map(({ message }) => String(message.values!["claim"]));
  expect(list("无任何毒副作用")).toEqual(["无任何毒副作用"]);
  expect(list("无糖。副作用见下")).toEqual([]);
  expect(list("no known side effects")).toEqual(["no known side effects"]);
  expect(list("治疗顽固失眠，失眠一周后消失")).toEqual(["治疗顽固失眠", "失眠一周后消失"]);
  expect(list("It treats stubborn insomnia. Insomnia treats")).toEqual(["treats stubborn insomnia"]);
  expect(list("最佳采收期，口感最佳")).toEqual(["最佳"]);
  expect(list("Cured in fresh lime, and cured")).toEqual(["cured"]);
});

test("an entry may contain a number, and require a word elsewhere in the sentence", () => {
  const entries = [
    { words: ["<n>天见效", "in <n> days"], ...sharedFields },
    { words: ["<n>万人", "<n> patients"], ...sharedFields },
    { words: ["<n>名…", "<n> users …"], near: ["好转", "recovered"], within: "sentence" as const, ...sharedFields },
  ];
  const findEntries = createClaimFinder("content", entries);
  const list = (text: string) =>
    findEntries("content/product/a/index.cn.md", text).map(({ message }) => String(message.values!["claim"]));
  expect(list("三十天见效，30 天见效，当天见效")).toEqual(["三十天见效", "30 天见效"]);
  expect(list("better in 3 days, in twenty-one days, in sunny days")).toEqual(["in 3 days", "in twenty-one days"]);
  expect(list("三百名病人，两百名好转")).toEqual(["三百名病人，两百名好转", "两百名好转"]);
  expect(list("Twelve users, all told, recovered")).toEqual(["Twelve users, all told, recovered"]);
  expect(list("三万人，3 million patients")).toEqual(["三万人", "3 million patients"]);
  expect(list("三百名病人。好转")).toEqual([]);
  expect(list("三百名病人，未见好转")).toEqual([]);
});

test("Latin words are found only as whole words", () => {
  expect(findIn("He secures and procures herbs; cures-all")).toEqual(["0 cures"]);
});

test("an entry may apply only to some files, and synonyms aren't checked", () => {
  expect(findIn("免费治疗")).toEqual(["0 免费治疗"]);
  expect(findIn("免费治疗", "content/categories/product.yaml")).toEqual(["0 免费治疗"]);
  expect(findIn("免费治疗", "content/news/a/index.cn.md")).toEqual([]);
  expect(findIn("最佳", "content/settings/cn.yaml")).toEqual(["0 最佳"]);
  expect(findIn("最佳", "content/synonyms.yaml")).toEqual([]);
});

test("checking a folder reports claims in fields and texts as remarks with their lines, not as mistakes", async () => {
  const root = createTestFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("claims.yaml", "- { words: [最佳], article: 第九条, instead: 删去 }\n");
  write(
    "page/privacy/index.cn.md",
    "---\ntitle: 说明\nsummary: 最佳选择\nupdated: 2026-01-01\n---\n\n一。\n\n最佳。\n",
  );
  const { problems, remarks } = await readContentFolder(root);
  const places = remarks.map(({ file, line, field }) => `${file.slice(root.length + 1)}:${line} ${field}`);
  expect(places.sort()).toEqual(["page/privacy/index.cn.md:3 summary", "page/privacy/index.cn.md:9 (text)"]);
  expect(problems.filter(({ file }) => file.includes("page/privacy"))).toEqual([]);
});

test("the shipped content makes no claim", async () => {
  expect((await readContentFolder("content")).remarks).toEqual([]);
});
