import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { createPhoto } from "../../../../tests/setup/test-photo.ts";

const { edit, getProblems, resolvePath } = setUpContentCopy();

const words = "product/huang-qi/cn.md";
const facts = "product/huang-qi/item.yaml";
const settings = "settings/cn.yaml";

test.each<[string, string, RegExp, string, string]>([
  [
    "lost words in a field",
    words,
    /^summary:.*$/m,
    "summary: ????????,????",
    ":3 summary has ????????, where words were lost when it was saved: type them again, and save it as UTF-8",
  ],
  [
    "an HTML entity in a title",
    words,
    /^title:.*$/m,
    "title: 黄芪&nbsp;切片",
    ":2 title &nbsp; would be shown as it is: type the character that it stands for",
  ],
  [
    "an e-mail address with full-width characters",
    settings,
    /^email:.*$/m,
    "email: sales＠herbs.example",
    "email isn't an e-mail address: write sales@herbs.example alone",
  ],
  [
    "two e-mail addresses",
    settings,
    /^email:.*$/m,
    "email: a@herbs.example、b@herbs.example",
    "email isn't an e-mail address: write a@herbs.example alone",
  ],
  [
    "a letter in a telephone number",
    settings,
    /^phone: .*$/m,
    "phone: 0558-555 O186",
    "phone has a letter among its digits: write 0 for O, 1 for l and I",
  ],
  [
    "two telephone numbers",
    settings,
    /^phone: .*$/m,
    "phone: 0558-555 0186 / 139 0000 1111",
    "phone has two numbers, but a link calls only one: write one here",
  ],
  [
    "the day before the month",
    facts,
    /^date:.*$/m,
    "date: 2025-31-12",
    "date isn't a day in the calendar: the month comes before the day, as in 2025-12-31",
  ],
  [
    "a cover that isn't a file",
    facts,
    /^plate:.*$/m,
    "cover: IMG_0042",
    "cover IMG_0042 isn't a file: write IMG_0042.JPG",
  ],
  [
    "a cover with an extension that Windows hides",
    facts,
    /^plate:.*$/m,
    "cover: field.jpg",
    "cover field.jpg isn't shown: there is no such file: did you mean field.jpg.jpg?",
  ],
])("%s is reported with what to write", async (_, file, from, to, message) => {
  for (const name of ["IMG_0042.JPG", "field.jpg.jpg"])
    await createPhoto(20, 10)
      .jpeg()
      .toFile(join(resolvePath("product/huang-qi"), name));
  edit(file, from, to);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test.each(["0558-555 0186 转 8001", "+41 (0)58 555 01 86", "+86 (558) 555-0186 ext. 12", "400-555-0186（免费）"])(
  "the telephone number %s is accepted",
  (number) => {
    edit(settings, /^phone: .*$/m, `phone: "${number}"`);
    expect(getProblems()).toEqual([]);
  },
);

test.each([
  ["25 kg", "25 g", ["moq 25 g is another weight than 25 kg in cn.md: is a unit wrong?"]],
  ["30 公斤起", "30 t", ["moq 30 t is another weight than 30 公斤起 in cn.md: is a unit wrong?"]],
  ["25 kg", "50 kg", []],
  ["0.5 公斤", "500 g", []],
  ["1 箱（20 kg）", "1 carton (20,000 g)", []],
  ["1,000 件起", "500 kg", []],
])("the minimum order %s may be %s in English: %j", (chinese, english, messages) => {
  edit(words, /^moq: .*$/m, `moq: ${chinese}`);
  edit("product/huang-qi/en.md", /^moq: .*$/m, `moq: ${english}`);
  expect(getProblems()).toEqual(messages.map((message) => expect.stringContaining(message)));
});

test("question marks after a word are accepted", () => {
  edit(words, /$(?![^])/, "\n真的????\n");
  expect(getProblems()).toEqual([]);
});

test.each([
  ["项目\t限度\t结果", "a tab sets words apart, as in a table of Excel: write the row as `| one | two |`"],
  [
    "[看](/news/info/no-sulphur?preview=17.ab)",
    "the link to /news/info/no-sulphur is a preview, which ends after some days: leave out what comes after the ?",
  ],
  [
    "[看](http://localhost:3000/en/about-us?x=1)",
    "the link to http://localhost:3000/en/about-us?x=1 works on your own computer alone: write the page's path, /about-us",
  ],
])("the line %s of a text is reported", (line, message) => {
  edit(words, /$(?![^])/, `\n${line}\n`);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test.each([
  [
    "http://localhost:3000/about-us",
    "must start with / or https:// and not lead to your own computer: write /about-us",
  ],
  ["page/privacy", "must start with / or https://: write /page/privacy"],
])("the path %s in the menu is reported with the right one", (path, message) => {
  edit("menu/cn.yaml", /$(?![^])/, `- { id: once, type: page, title: 一, path: "${path}" }\n`);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test("whole addresses in the redirects are reported with their path", () => {
  writeFileSync(
    resolvePath("redirects.yaml"),
    "- from: https://www.old.example/show.asp?id=13\n  to: https://www.herbs.example/about-us?x=1\n- from: a.asp\n  to: about-us\n",
  );
  expect(getProblems().map((problem) => problem.replace(/.*: /, ""))).toEqual([
    "write /show.asp?id=13",
    "write /about-us",
    "write /a.asp",
    "write /about-us",
  ]);
});

test("copies that programs make of files are named as such", () => {
  const copies = ["cn (1).md", "cn - 副本.md", "item-DESKTOP-AB12.yaml"];
  for (const name of copies)
    cpSync(
      join(resolvePath("product/huang-qi"), `${name.slice(0, name.search(/[ -]/))}${name.slice(name.indexOf("."))}`),
      join(resolvePath("product/huang-qi"), name),
    );
  const remedy = "which alone is read: move what is new in it there, and remove it";
  expect(getProblems()).toEqual(
    [
      `product/huang-qi/cn (1).md:1 (file) is a copy of cn.md, ${remedy}`,
      `product/huang-qi/cn - 副本.md:1 (file) is a copy of cn.md, ${remedy}`,
      `product/huang-qi/item-DESKTOP-AB12.yaml:1 (file) is a copy of item.yaml, ${remedy}`,
    ].toSorted(),
  );
});

test("an empty new folder, and a copy of a batch, are reported with what to do", () => {
  mkdirSync(join(resolvePath("product"), "新建文件夹"));
  mkdirSync(resolvePath("batch"), { recursive: true });
  writeFileSync(join(resolvePath("batch"), "HQ-1.yaml"), "product: huang-qi\nproduced: 2025-10-20\n");
  renameSync(join(resolvePath("batch"), "HQ-1.yaml"), join(resolvePath("batch"), "HQ-1 - 副本.yaml"));
  expect(getProblems().toSorted()).toEqual([
    "batch/HQ-1 - 副本.yaml:1 (file) is a copy of HQ-1.yaml: remove it, or name it after a number of its own",
    "product/新建文件夹/item.yaml:1 (folder) is empty: remove it, or put an item into it",
  ]);
});

test("the new name of an item is written where its old one still stands, if its address is redirected", () => {
  renameSync(resolvePath("product/huang-qi"), resolvePath("product/milkvetch"));
  writeFileSync(resolvePath("redirects.yaml"), "- from: /product/info/huang-qi\n  to: /product/info/milkvetch\n");
  edit("product/gan-cao/item.yaml", /^related: .*$/m, "related: [product/huang-qi]");
  edit("product/gan-cao/cn.md", /$(?![^])/, "\n[黄芪](/product/info/huang-qi)\n");
  const problems = getProblems().filter((problem) => problem.startsWith("product/gan-cao/"));
  expect(problems).toEqual([
    expect.stringContaining("there is no product/huang-qi: did you mean product/milkvetch?"),
    expect.stringContaining("the link to /product/info/huang-qi leads nowhere: did you mean /product/info/milkvetch?"),
  ]);
});

test.each(["待补充", "TODO", "（待填写）", "Lorem ipsum dolor sit amet", "xxxx"])(
  "%s in place of a text is reported",
  (placeholder) => {
    edit(words, /^summary: .*$/m, `summary: ${placeholder}`);
    const message = `${placeholder} is a placeholder: write the words, or delete the field`;
    expect(getProblems()).toEqual([expect.stringContaining(`summary ${message}`)]);
  },
);

test.each([
  ["sentences", /^sentences:\n {2}home:\n/m, "sentences:\n  home:\n    - { kind: product, title: A }\n"],
  ["kinds", /^sentences:/m, "kinds:\n  - { kind: news, title: A }\n  - { kind: news, title: B }\nsentences:"],
])("a kind that %s of the settings name twice is reported", (_field, from, to) => {
  edit("settings/en.yaml", from, to);
  expect(getProblems()).toEqual([expect.stringMatching(/(?:product|news) is here twice: leave one of the two$/)]);
});

test("settings need no map, accounts, milestones and figures", () => {
  for (const file of ["settings/cn.yaml", "settings/en.yaml"]) {
    for (const field of ["social", "map", "milestones", "figures"])
      edit(file, new RegExp(`^${field}:.*\\n(?:[ -].*\\n)*`, "m"), "");
  }
  expect(getProblems()).toEqual([]);
});

test("mistakes in the text about the company have their own lines", () => {
  const text = "about: |\n  ##标题\n\n  [无](/nowhere)\n\n  ![田](field.png)\n";
  edit(settings, /^about: \|\n(?:(?: .*)?\n)*/m, text);
  const first = Number(/:(\d+) about/.exec(getProblems()[0]!)![1]);
  expect(
    getProblems()
      .map((problem) => Number(/:(\d+) about/.exec(problem)![1]) - first)
      .toSorted(),
  ).toEqual([0, 2, 4]);
  expect(readFileSync(resolvePath(settings), "utf8").split("\n")[first - 1]).toBe("  ##标题");
});

test("the folder of adverts may be deleted", () => {
  rmSync(resolvePath("adverts"), { recursive: true });
  expect(getProblems()).toEqual([]);
});

test.each([
  ["url: https://mp.weixin.qq.com", []],
  ["url:", [expect.stringMatching(/ social\[0\]/)]],
])("an account with %s and without a QR code has %j", (url, problems) => {
  edit("settings/cn.yaml", /^social:.*\n(?:[ -].*\n)*/m, `social:\n  - name: 微信\n    ${url}\n`);
  expect(getProblems()).toEqual(problems);
});

test("an account with neither an address nor a QR code is reported", () => {
  edit("settings/cn.yaml", /^social:.*\n(?:[ -].*\n)*/m, "social:\n  - name: 微信\n");
  expect(getProblems()).toEqual([
    expect.stringContaining("social[0] needs a url or a qr: its address, or a picture of its QR code"),
  ]);
});

test("an incomplete e-mail address of a link is reported", () => {
  edit("product/gan-cao/en.md", /$/, "\n[us](mailto:service@qigu)\n");
  const message = "the link to mailto:service@qigu has no complete e-mail address";
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test.each([
  ["19866", "year has five digits or more: write a year such as 1986"],
  ["2205", "year is more than ten years ahead: is the year right?"],
])("the year %s of a milestone is reported", (year, message) => {
  edit(settings, /year: \d+/, `year: ${year}`);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test.each([
  ["adverts/en.yaml", /title: .*/, "title: Batch #12 is here", "Batch #12 is here"],
  ["menu/en.yaml", /title: .*/, "title: Page #1", "Page #1"],
  [facts, /sku: .*/, "sku: QG #101", "QG #101"],
])("a # after a single word in %s is reported", (file, before, after, text) => {
  edit(file, before, after);
  const message = `(YAML) YAML drops what comes after the #: put the text between quotes, "${text}"`;
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test("a # and a space after an id begin a comment", () => {
  edit(facts, /sku: (.*)/, "sku: QG-101 # the old one");
  expect(getProblems()).toEqual([]);
});
