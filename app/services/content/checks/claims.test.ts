import { expect, test } from "vitest";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { createTestFolder, writeFiles } from "#tests/setup/run/test-folder.ts";
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

test("a claim is reported with its line and sentence, and with the article and advice of its entry", () => {
  expect(findIn("好药。\n\n疗效最佳。治愈百人。")).toEqual(["2 最佳", "2 治愈"]);
  expect(find("content/product/a/index.cn.md", "一\n古法炮制，疗效最佳。\n二")).toEqual([
    {
      line: 1,
      message: { key: "claim", values: { claim: "最佳", excerpt: "古法炮制，疗效最佳", ...sharedFields } },
      sentence: "古法炮制，疗效最佳",
    },
  ]);
  expect(findIn("It Cures colds. It is 100% effective.")).toEqual(["0 Cures", "0 100% effective"]);
  expect(findIn("It has no side effects.")).toEqual(["0 no side effects"]);
  // One remark a sentence is enough.
  expect(findIn("疗效最佳，治愈百人。")).toHaveLength(1);
});

test.each(["疗效最 佳", "疗效最　佳", "百人治癒", "ｃｕｒｅｓ colds", "It Ｃures", "最  佳 İ 方"])(
  "a disguised claim is found and quoted as written: %s",
  (text) => {
    const [found = ""] = findIn(text);
    expect(text).toContain(found.slice(2));
    expect(found.length).toBeGreaterThan(3);
  },
);

test("titles of works and addresses aren't claims, but quotations and denials are left to a person", () => {
  for (const text of ["《最佳药方》", "[方](/product/info/cures)"]) expect(findIn(text), text).toEqual([]);
  for (const text of ["他说“疗效最佳”。", "并非最佳", "This never cures anything"])
    expect(findIn(text), text).toHaveLength(1);
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
  expect(list("治疗顽固失眠。失眠一周后消失")).toEqual(["治疗顽固失眠", "失眠一周后消失"]);
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
  expect(list("三十天见效。30 天见效。当天见效")).toEqual(["三十天见效", "30 天见效"]);
  expect(list("better in 3 days. In twenty-one days. In sunny days")).toEqual(["in 3 days", "In twenty-one days"]);
  expect(list("三百名病人，两百名好转")).toEqual(["三百名病人，两百名好转"]);
  expect(list("Twelve users, all told, recovered")).toEqual(["Twelve users, all told, recovered"]);
  expect(list("三万人。3 million patients")).toEqual(["三万人", "3 million patients"]);
  expect(list("三百名病人。好转")).toEqual([]);
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

const claimsFile = "- { words: [最佳], article: 第九条, instead: 删去 }\n";

test("checking a folder reports claims in fields and texts as remarks with their lines, not as mistakes", async () => {
  const text = "---\ntitle: 说明\nsummary: 最佳选择\nupdated: 2026-01-01\n---\n\n一。\n\n最佳。\n";
  const root = createTestFolder({ "claims.yaml": claimsFile, "page/privacy/index.cn.md": text });
  const { problems, remarks } = await readContentFolder(root);
  const places = remarks.map(({ file, line, field }) => `${file.slice(root.length + 1)}:${line} ${field}`);
  expect(places.sort()).toEqual(["page/privacy/index.cn.md:3 summary", "page/privacy/index.cn.md:9 (text)"]);
  expect(problems.filter(({ file }) => file.includes("page/privacy"))).toEqual([]);
});

test("a confirmed remark stays away until its sentence changes", async () => {
  const root = createTestFolder({ "claims.yaml": claimsFile });
  const write = (text: string) =>
    writeFiles(root, { "news/a/index.cn.md": `---\ntitle: 甲\ndate: 2026-01-01\n---\n\n${text}\n` });
  const list = async (confirmed: string[]) =>
    (await readContentFolder(root, undefined, { confirmed: new Set(confirmed) })).remarks.filter(({ file }) =>
      file.includes("news"),
    );
  write("并非最佳。");
  const [remark] = await list([]);
  expect(await list([remark!.version!])).toEqual([]);
  write("一句。\n\n并非最佳。");
  expect(await list([remark!.version!])).toEqual([]);
  write("它最佳。");
  expect(await list([remark!.version!])).toHaveLength(1);
});

test("the shipped content makes no claim", async () => {
  expect((await readContentFolder("content")).remarks).toEqual([]);
});
