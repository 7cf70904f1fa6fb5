import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";

const { edit, getProblems, resolvePath } = setUpContentCopy();

const facts = "product/huang-qi/item.yaml";
const words = "product/huang-qi/cn.md";
const formula = "prescription/gui-zhi-tang/item.yaml";
const batch = "batch/HQ-2512.yaml";
const herbs = "herbs/facts.yaml";
const atEnd = /$(?![^])/;

test.each<[file: string, from: RegExp, to: string, message: string]>([
  [words, /^moq:/m, "\u200bmoq:", "has an invisible character (U+200B) in its name: delete the name and type it again"],
  [words, /^title:/m, "ti\u200dtle:", "has an invisible character (U+200D) in its name"],
  [facts, /^cat:/m, "\u3000cat:", "has an invisible character (U+3000) in its name"],
  ["herbs/cn.yaml", /^huang-qi:/m, "huang-\u200bqi:", "has an invisible character (U+200B) in its name"],
  [formula, /role: courier/, "role: courier\u200b", "].role has an invisible character (U+200B) after “courier”"],
  [facts, /^date: (.*)$/m, "date: 2025-01-01\u200b", "date has an invisible character (U+200B) after “25-01-01”"],
  [formula, /dose: 9/, "dose: 1,5", "].dose a number has a comma before its decimals: write a point, such as 1.5"],
  [formula, /dose: 9/, 'dose: "1,5"', "].dose should be a number, and is the text “1,5”: write 1.5"],
  [
    facts,
    /^related: .*$/m,
    "related: - product/dang-gui",
    "related begins its list beside the colon: write each `- ` on a line of its own, or `[product/dang-gui]`",
  ],
  [
    words,
    /^specs:$/m,
    "specs: - label: 一\n    value: 二\nsteps:",
    "specs begins its list beside the colon: write each `- ` on a line of its own below it",
  ],
  [batch, /result: 7\.7%/, 'result: "7.9"', "result 7.9 has no unit, and the limit ≤10.0% has one: write 7.9%"],
  [batch, /limit: ≤10\.0%/, "limit: ≤10.0", "limit ≤10.0 has no unit, and the result 7.7% has one: write ≤10.0%"],
  [
    facts,
    /^related: .*$/m,
    "related: [page/privacy]",
    "page/privacy can't be related: write a news, prescription, product, case or service, or remove it",
  ],
  [facts, /^related: .*$/m, "related: [batch/HQ-2512]", "related[0] batch/HQ-2512 can't be related"],
  [
    words,
    /^tags: .*$/m,
    "tags: [#补血, #活血]",
    "YAML reads what comes after a # as a comment: put the text with the #",
  ],
  [words, /^title: .*$/m, "title: ? 当归", "title begins with a character that means something to YAML: put its text"],
  ["herbs/cn.yaml", /^huang-qi: /m, "huang-qi：", "huang-qi has a Chinese colon after it: write `huang-qi: …`"],
  ["herbs/cn.yaml", /^huang-qi: /m, "huang-qi:", "huang-qi has a colon and no space after it: write `huang-qi: …`"],
  ["categories/product/cn.yaml", /^pieces\/roots:/m, "pieces/roots：", "pieces/roots has a Chinese colon after it"],
  [herbs, /^huang-qi:\n/m, "huang-qi:\n  aliases: [黄耆，北芪]\n", "aliases[0] has a Chinese comma: write [one, two]"],
  ["settings/cn.yaml", atEnd, "kindsInUse: [product，news]\n", "product，news has a Chinese comma: write [one, two]"],
])("in %s, %s as %j is one problem with its right remedy", (file, from, to, message) => {
  edit(file, from, to);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test.each([
  ["-[咽炎, 喉炎]", "a list needs a plain - and a space after it: write `- [one, two]`"],
  ["－[咽炎, 喉炎]", "a list needs a plain - and a space after it: write `- [one, two]`"],
  ["咽炎: 喉炎", "every entry of this list begins with a - and a space: write `- …`"],
])("the line %s in a list is one problem", (line, message) => {
  writeFileSync(resolvePath("synonyms.yaml"), `- [咳嗽, cough]\n${line}\n`);
  expect(getProblems()).toEqual([`synonyms.yaml:2 (YAML) ${message}`]);
});

test.each([
  ["[咽炎，喉炎]", "[0][0] has a Chinese comma: write [one, two] with Latin commas, so that each is a word of its own"],
  [
    "[咽炎、喉炎, 咽痛]",
    "[0][0] has a Chinese comma: write [one, two] with Latin commas, so that each is a word of its own",
  ],
  ["[cough]", "[0] needs two words or more, such as [cough, 咳嗽]"],
  ["[]", "[0] needs two words or more, such as [cough, 咳嗽]"],
])("the synonyms %s are one problem", (line, message) => {
  writeFileSync(resolvePath("synonyms.yaml"), `- ${line}\n`);
  expect(getProblems()).toEqual([`synonyms.yaml:1 ${message}`]);
});

test("a space in an old address is written as %20", () => {
  writeFileSync(resolvePath("redirects.yaml"), "- from: /my page.html\n  to: /about-us\n");
  expect(getProblems()).toEqual([
    expect.stringMatching(/from must be a path of this site, .*: write \/my%20page\.html$/),
  ]);
  writeFileSync(resolvePath("redirects.yaml"), "- from: /my%20page.html\n  to: /about-us\n");
  expect(getProblems()).toEqual([]);
});

test.each<[file: string, from: RegExp, to: string, field: string, spaces: string]>([
  [batch, /^origin:\n {2}(.*)\n {2}(.*)$/m, "origin:\ncn: 甘肃\nen: Gansu", "origin", "spaces"],
  [batch, /^ {6}(cn|en): (水分|Moisture)$/gm, "    $1: $2", "test", "more spaces"],
  [batch, atEnd, "cn: 甲\nen: A\nnote:\ncn: 乙\nen: B\n", "note", "spaces"],
  [batch, /^harvest: .*$/m, "harvest:\ncn: 秋\nen: autumn", "harvest", "spaces"],
  ["settings/cn.yaml", /(?<=^map:(?:\n {2}.*)*\n) {2}/gm, "", "map", "spaces"],
  ["settings/cn.yaml", /(?<=^seo:(?:\n {2}.*)*\n) {2}/gm, "", "seo", "spaces"],
  [words, /^tags:/m, "seo:\ntitle: 搜索\ntags:", "seo", "spaces"],
  [words, /^tags:/m, "seo:\n\ntitle: 搜索\ntags:", "seo", "spaces"],
  [words, /^tags:/m, "alt:\na.jpg: 图\ntags:", "alt", "spaces"],
  [herbs, /(?<=^huang-qi:(?:\n {2}.*)*\n) {2}/gm, "", "huang-qi", "spaces"],
])("in %s fields that lost their spaces are one problem: %s", (file, from, to, field, spaces) => {
  const before = readFileSync(resolvePath(file), "utf8");
  writeFileSync(resolvePath(file), before.replace(from, to));
  const line = readFileSync(resolvePath(file), "utf8").split(`${field}:\n`)[0]!.split("\n").length;
  const place = `^${file}:${line} (?:\\(YAML\\)|\\S*${field})`;
  expect(getProblems()).toEqual([
    expect.stringMatching(`${place} the lines below \`${field}:\` need two ${spaces} before them$`),
  ]);
});

test("colours and lists that lost their spaces are one problem", () => {
  writeFileSync(resolvePath("colours.yaml"), 'light:\nprimary: "#1f4e79"\n');
  expect(getProblems()).toEqual(["colours.yaml:1 light the lines below `light:` need two spaces before them"]);
  writeFileSync(resolvePath("colours.yaml"), 'light:\nprimary: "#1f4e79"\ndark:\nprimary: "#a9c7a9"\n');
  expect(getProblems()).toEqual([expect.stringContaining("the lines below `dark:` need two spaces before them")]);
  writeFileSync(resolvePath("colours.yaml"), "# none\n");
  edit(words, /^specs:\n(?: .*\n)+/m, "specs:\nlabel: 产地\nvalue: 甘肃\n");
  expect(getProblems()).toEqual([
    expect.stringContaining(
      "specs the lines below `specs:` are its list: begin each entry with `- `, and its other lines with two spaces",
    ),
  ]);
});

test("an empty field above a field that is there twice is not taken for its parent", () => {
  edit(words, /^tags:.*$/m, "tags:\nmoq: 1 kg");
  expect(getProblems()).toEqual([expect.stringContaining("(YAML) is here twice: leave one of the two")]);
});

test("lines of a text in a field aren't taken for fields", () => {
  edit("settings/cn.yaml", /^siteName: .*$/m, 'siteName: "岐谷" 药业');
  edit("settings/cn.yaml", /^about: \|$/m, "about: |\n  QQ：123456789\n\n  Tel:0558-5550186\n");
  expect(getProblems()).toEqual([expect.stringMatching(/there are words after a closing quote/)]);
});
