import { appendFileSync, mkdirSync, cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { formatReport } from "./content-report.ts";

const { edit, getProblems, resolvePath } = setUpContentCopy();

test.each([
  ["黄芪", ": rename it to huang-qi"],
  ["huang-qi\u200b", ": rename it to huang-qi"],
  ["huang-qі", ": rename it to huang-qi"],
  ["ｈｕａｎｇ　ｑｉ", ": rename it to huang-qi"],
  ["Huáng Qí", ": rename it to huang-qi"],
])("a folder with the name %s is one problem, and no reference to it is another", (name, hint) => {
  renameSync(resolvePath("product/huang-qi"), join(resolvePath("product"), name));
  expect(getProblems()).toEqual([
    `product/${name}/item.yaml:1 (folder) use lower-case letters, digits and hyphens${hint}`,
  ]);
});

test.each(["huang-qi - 副本", "huang-qi copy", "huang-qi (2)"])("the copy %s is named as one", (name) => {
  cpSync(resolvePath("product/huang-qi"), join(resolvePath("product"), name), { recursive: true });
  expect(getProblems()).toEqual([
    `product/${name}/item.yaml:1 (folder) is a copy of huang-qi: remove it, or give it a name of its own with lower-case letters, digits and hyphens`,
  ]);
});

test("an item of another kind is suggested, and none that has only the kind in common", () => {
  const item = "product/gan-cao/item.yaml";
  edit(item, /^related: .*$/m, "related: [news/huang-qi, product/nu-zhen]");
  expect(getProblems()).toEqual([
    expect.stringMatching(/there is no news\/huang-qi: did you mean product\/huang-qi\?$/),
    expect.stringMatching(/there is no product\/nu-zhen$/),
  ]);
});

test("a herb without facts is one problem, and no reference to it is another", () => {
  edit("herbs/facts.yaml", /^huang-qi:\n(?: {2}.*\n)+/m, "");
  expect(getProblems()).toEqual([expect.stringContaining("isn't in herbs/facts.yaml")]);
});

const facts = "product/huang-qi/item.yaml";
const words = "product/huang-qi/cn.md";

test.each<[name: string, file: string, from: string | RegExp, to: string, problem: string]>([
  [
    "a date with slashes",
    facts,
    "date: 2023-03-06",
    "date: 2026/1/5",
    "must be a date such as 2025-03-12: write 2026-01-05",
  ],
  [
    "a date with dots",
    facts,
    "date: 2023-03-06",
    "date: 2026.01.05",
    "must be a date such as 2025-03-12: write 2026-01-05",
  ],
  [
    "a Chinese date",
    facts,
    "date: 2023-03-06",
    "date: 2026年1月5日",
    "must be a date such as 2025-03-12: write 2026-01-05",
  ],
  ["a day that isn't there", facts, "date: 2023-03-06", "date: 2026-02-30", "isn't a day in the calendar"],
  [
    "a year with a slip",
    facts,
    "date: 2023-03-06",
    "date: 2206-03-06",
    "is more than a year ahead: is the year right?",
  ],
  [
    "an id with a hidden character",
    facts,
    "herb: huang-qi",
    "herb: huang-qi\u200b",
    "has an invisible character (U+200B) after",
  ],
  [
    "a specification on one line",
    words,
    /- label: 拉丁名\n {4}value: /,
    "- 拉丁名: ",
    "write `label: 拉丁名`, and below it, with as many spaces before it, `value: …`",
  ],
  [
    "a text that begins with &",
    words,
    "title: 黄芪",
    "title: &特级 黄芪",
    "YAML drops &特级: put the text between quotes",
  ],
  [
    "a text that begins with !",
    words,
    "title: 黄芪",
    "title: !特级 黄芪",
    "a text starts with a character that means something to YAML: put it between quotes",
  ],
  [
    "a file in the item's folder",
    words,
    "/files/huang-qi-cn.pdf",
    "a.pdf",
    "must start with / or https://: put the file into public/files and write /files/a.pdf",
  ],
  [
    "a file without a slash",
    words,
    "/files/huang-qi-cn.pdf",
    "files\\huang-qi-cn.pdf",
    "must start with / or https://: write /files/huang-qi-cn.pdf",
  ],
  ["an empty file", words, /[^]*/, "", "is empty: write its fields between two lines of ---, and the text below them"],
  [
    "a file of Word",
    words,
    /[^]*/,
    "PK\u0003\u0004…",
    "is a file of Word or another office program, whatever its name says",
  ],
  [
    "a photo with its folder",
    facts,
    "plate: huang-qi",
    "cover: public/logo.svg",
    "isn't shown: there is no such file: write /logo.svg",
  ],
  [
    "a Chinese comma between brackets",
    "prescription/gui-zhi-tang/item.yaml",
    "herb: gui-zhi, dose",
    "herb: gui-zhi， dose",
    "， is between { and }, where YAML needs a Latin comma",
  ],
  [
    "a herb twice",
    "prescription/gui-zhi-tang/item.yaml",
    "herb: bai-shao",
    "herb: gui-zhi",
    "gui-zhi is here twice: leave one of the two",
  ],
  ["two commas", facts, /^gallery: .*$/m, "gallery: [huang-qi,, bai-zhu]", "two commas are side by side: remove one"],
  [
    "a text of several lines without |",
    "settings/cn.yaml",
    /^about:[^]*?(?=\n\w)/m,
    "about:\n  ## 一\n\n  文字\n\n  ## 二\n  文字",
    "about needs a | after its colon",
  ],
  [
    "a kind in Chinese",
    "settings/cn.yaml",
    /$/,
    "\nkindsInUse: [产品, news]\n",
    "产品 isn't one of news, prescription, product, case, service: write product",
  ],
  [
    "a full-width question mark",
    "redirects.yaml",
    /[^]*/,
    "- from: /show.asp？id=12\n  to: /about-us\n",
    "has a full-width character: write ?, = and & as in an address",
  ],
  [
    "the product of a batch by its name",
    "batch/HQ-2512.yaml",
    "product: huang-qi",
    "product: 黄芪",
    "there is no product 黄芪: write huang-qi",
  ],
])("%s is one problem, which says what to do", (_name, file, from, to, problem) => {
  edit(file, from, to);
  const problems = getProblems();
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test("a Chinese text in the file of another language is one problem", () => {
  const chinese = readFileSync(resolvePath(words), "utf8");
  writeFileSync(resolvePath("product/huang-qi/en.md"), chinese);
  expect(getProblems()).toEqual([
    "product/huang-qi/en.md:1 (text) is in Chinese, and en.md is for English: translate it, or remove the file until then",
  ]);
});

test("a text without Chinese in a Chinese file is one problem, and a name or a formula is none", () => {
  const english = readFileSync(resolvePath("product/huang-qi/en.md"), "utf8");
  writeFileSync(resolvePath(words), english.replaceAll("-en.pdf", "-cn.pdf"));
  edit("product/dang-gui/cn.md", /\n---\n[^]*$/, "\n---\n\nAngelica sinensis (Oliv.) Diels\n");
  expect(getProblems()).toEqual([
    expect.stringContaining("isn't in Chinese, and cn.md is for Chinese: translate it, or remove the file"),
  ]);
});

test("links to a draft are listed, and aren't mistakes", () => {
  appendFileSync(resolvePath("page/privacy/item.yaml"), "draft: true\n");
  appendFileSync(resolvePath("menu/cn.yaml"), "- { id: privacy, type: page, title: 隐私, path: /page/privacy }\n");
  const { problems, draftLinks } = readContentFolder(resolvePath("."));
  expect(problems).toEqual([]);
  expect(draftLinks).toEqual([expect.stringMatching(/menu.cn\.yaml:\d+ {2}\/page\/privacy$/)]);
  expect(formatReport([], [], draftLinks)).toMatch(/^Links to drafts .*:\n {2}.*\/page\/privacy$/);
});

test("an item in the folder of another kind is one problem, and no reference to it is another", () => {
  renameSync(resolvePath("product/huang-qi"), resolvePath("news/huang-qi"));
  expect(getProblems()).toEqual([
    expect.stringMatching(/^news\/huang-qi:1 \(folder\) has the fields of a product: move the folder to .*product$/),
  ]);
});

test.each(["new", "gan-cao"])("an item in the folder %s is one problem, and no reference to it is another", (name) => {
  mkdirSync(resolvePath(`product/${name}`), { recursive: true });
  renameSync(resolvePath("product/huang-qi"), resolvePath(`product/${name}/huang-qi`));
  expect(getProblems()).toEqual([
    expect.stringMatching(/\/huang-qi:1 \(folder\) lies a folder too deep: move it to .*product.huang-qi$/),
  ]);
});

test("a list of covers is one problem, and their descriptions are none", () => {
  edit(facts, "plate: huang-qi", "cover: [a.jpg, b.jpg]");
  edit(words, "tags:", "alt: { a.jpg: 图 }\ntags:");
  expect(getProblems()).toEqual([expect.stringContaining("cover should be a text, and is a list: write one alone")]);
});
