import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { readContentFolder } from "../files/content-folder.ts";

// Each test reads the whole content.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mistakes-"));
  cpSync(testContent, folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads the content with one file changed, and restores the file. */
function readWith(file: string, change: (text: string) => string): string[] {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  const after = change(before);
  expect(after, `${file} is changed`).not.toBe(before);
  try {
    writeFileSync(path, after);
    return readContentFolder(folder).problems.map(
      (problem) => `${problem.file.slice(folder.length + 1)}:${problem.line} ${problem.field} ${problem.message}`,
    );
  } finally {
    writeFileSync(path, before);
  }
}

const replace = (from: string, to: string) => (text: string) => text.replace(from, () => to);
const append = (lines: string) => (text: string) => text + lines;

const facts = "product/huang-qi/item.yaml";
const words = "product/huang-qi/cn.md";
const settings = "settings/cn.yaml";
const menu = "menu/cn.yaml";

test.each<[name: string, file: string, change: (text: string) => string, message: string]>([
  ["a date long ago", facts, replace("2023-03-06", "1923-03-06"), "2 date is before 1950"],
  ["an update before the date", facts, replace("2025-04-18", "2020-01-01"), "3 updated must not be earlier"],
  [
    "a capital in a field's name",
    facts,
    replace("cat:", "Cat:"),
    "1 Cat is not a field that is known here: did you mean cat?",
  ],
  [
    "a field's name in Chinese",
    facts,
    replace("cat:", "分类:"),
    "1 分类 is not a field that is known here: did you mean cat?",
  ],
  ["an unknown field", facts, append("价格: 12\n"), "9 价格 is not a field that is known here: there are cat"],
  [
    "a related item twice",
    facts,
    replace("prescription/yu-ping-feng-san", "product/huang-qi-extract"),
    "6 related[1] product/huang-qi-extract is here twice",
  ],
  [
    "an item related to itself",
    facts,
    replace("product/huang-qi-extract", "product/huang-qi"),
    "6 related[1] is this item itself",
  ],
  [
    "a picture twice",
    facts,
    replace("[huang-qi, bai-zhu", "[huang-qi, huang-qi"),
    "5 gallery[1] huang-qi is here twice",
  ],
  [
    "a Chinese comma between references",
    facts,
    replace("san, product", "san，product"),
    "6 related[0] prescription/yu-ping-feng-san，product/huang-qi-extract has a Chinese comma: write [one, two]",
  ],
  [
    "an invisible character in a title",
    words,
    replace("title: 黄芪", "title: 黄\u200b芪"),
    "2 title has an invisible character (U+200B) after “黄”",
  ],
  [
    "a control character in a title",
    words,
    replace("title: 黄芪", 'title: "黄\\u0007芪"'),
    "2 title has an invisible character (U+0007)",
  ],
  [
    "text from right to left",
    words,
    replace("title: 黄芪", "title: \u202e黄芪"),
    "2 title has an invisible character (U+202E) at the beginning",
  ],
  [
    "Chinese quotes around a title",
    words,
    replace("title: 黄芪", "title: “黄芪”"),
    '2 (YAML) visitors would see the quotes of “黄芪”: write " at both ends, or no quotes',
  ],
  ["a lost character", words, replace("title: 黄芪", "title: 黄\ufffd"), "2 title has a character that was lost"],
  [
    "HTML in a title",
    words,
    replace("title: 黄芪", "title: <b>黄芪</b>"),
    "2 title <b> would be shown as it is: this field takes no HTML",
  ],
  [
    "Markdown in a title",
    words,
    replace("title: 黄芪", "title: '**黄芪**'"),
    "2 title **黄芪** would be shown as it is: this field takes no Markdown",
  ],
  [
    "a link in a summary",
    words,
    replace("summary: 用于", "summary: '[x](/a)'\nseo:\n  title: 用于"),
    "3 summary [x](/a) would be shown",
  ],
  [
    "a title of 400 characters",
    words,
    replace("title: 黄芪", `title: ${"黄".repeat(400)}`),
    "2 title has 400 characters: 200 at most",
  ],
  [
    "a text that begins with a bracket",
    words,
    replace("title: 黄芪", "title: [新]黄芪"),
    "2 (YAML) a text starts with a character that means something to YAML",
  ],
  ["a Chinese comma between tags", words, replace("补气, 固表, 陇西", "补气，固表"), "4 tags[0] has a Chinese comma"],
  [
    "an enumeration comma between tags",
    words,
    replace("补气, 固表, 陇西", "补气、固表"),
    "4 tags[0] has a Chinese comma",
  ],
  ["a tag twice", words, replace("补气, 固表", "补气, 补气"), "4 tags[1] 补气 is here twice"],
  ["a label twice", words, replace("label: 产地", "label: 拉丁名"), "8 specs[1] 拉丁名 is here twice"],
  [
    "a front matter of a million characters",
    words,
    replace("title: 黄芪", `title: ${"黄".repeat(1_000_000)}`),
    "1 (front matter) has 1,0",
  ],
  [
    "a link to one's own computer",
    words,
    replace("](/prescription", "](http://localhost:3000/prescription"),
    "27 (text) the link to http://localhost:3000/prescription/info/gui-zhi-tang works on your own computer alone",
  ],
  [
    "a link to one's own network",
    words,
    replace("](/prescription", "](http://192.168.1.5/prescription"),
    "27 (text) the link to http://192.168.1.5/prescription/info/gui-zhi-tang works on your own computer alone",
  ],
  [
    "a link without an address",
    words,
    replace("](/prescription/info/gui-zhi-tang)", "]()"),
    "27 (text) a link has no address",
  ],
  [
    "a Chinese comma between pictures",
    facts,
    replace("huang-qi, bai-zhu", "huang-qi，bai-zhu"),
    "5 gallery[0] huang-qi，bai-zhu has a Chinese comma: write [one, two]",
  ],
  [
    "a role in Chinese",
    "prescription/gui-zhi-tang/item.yaml",
    replace("role: monarch", "role: 君药"),
    "].role 君药 isn't one of monarch, minister, assistant, courier: write monarch",
  ],
  [
    "a link to a place of another page",
    words,
    append("\n[x](/product/info/dang-gui#usage)\n"),
    "the link to /product/info/dang-gui#usage leads nowhere: there are no links to places of a page, so leave out #usage",
  ],
  [
    "a link to a place of the page",
    words,
    replace("](/prescription/info/gui-zhi-tang)", "](#usage)"),
    "27 (text) the link to #usage leads nowhere",
  ],
  ["strong words that never end", words, append("\n这是**粗体\n"), "29 (text) ** would be shown as it is"],
  ["strong words with spaces inside", words, append("\n这是 ** 粗体 ** 吗\n"), "29 (text) ** would be shown as it is"],
  ["code that never ends", words, append("\n```\ncode\n"), "29 (text) ``` is opened and never closed"],
  ["a table without its line", words, append("\n| a | b |\n| 1 | 2 |\n"), "29 (text) a table needs a line of"],
  ["a list with full-width numbers", words, append("\n１．第一\n"), "29 (text) a number of a list is full-width, １．"],
  ["a list with middle dots", words, append("\n· 第一\n"), "29 (text) an entry of a list begins with ·"],
  ["a list with bullets", words, append("\n● 第一\n"), "29 (text) an entry of a list begins with ●"],
  [
    "a paragraph indented by four spaces",
    words,
    append("\n    首行缩进\n"),
    "29 (text) a line with four spaces before it is shown as code",
  ],
  ["marked words", words, append("\n==重要==\n"), "29 (text) ==重要== would be shown as it is"],
  ["a box to tick", words, append("\n- [ ] 待办\n"), "29 (text) [ ] would be shown as it is"],
  [
    "a control character in a text",
    words,
    append("\n坏\u0001字\n"),
    "29 (text) this line has an invisible character (U+0001) after “坏”",
  ],
  ["a lost character in a text", words, append("\n坏\ufffd字\n"), "29 (text) this line has a character that was lost"],
  [
    "a phone number in words",
    settings,
    (text) => text.replace(/^phone: .*$/m, "phone: 请来电"),
    "6 phone needs a number that can be called",
  ],
  [
    "latitude and longitude swapped",
    settings,
    (text) => text.replace(/lat: .*/, "lat: 115.7785"),
    "map.lat must be between -90 and 90",
  ],
  [
    "settings of megabytes",
    settings,
    (text) => text.replace(/^slogan: .*$/m, `slogan: ${"长".repeat(4_000_001)}`),
    "1 (file) has 4,0",
  ],
  [
    "an entry of the menu that leads nowhere",
    menu,
    append("- id: x\n  type: page\n  title: 又\n"),
    "[8].id x leads nowhere",
  ],
  [
    "a menu of four levels",
    menu,
    append(createNestedEntries(["a", "b", "c", "d"])),
    "[8].children[0].children[0].children[0].id d isn't shown",
  ],
  [
    "redirects in a circle",
    "redirects.yaml",
    append("- from: /a\n  to: /b\n- from: /b\n  to: /c\n- from: /c\n  to: /a\n"),
    "to /b leads back here",
  ],
  [
    "a file of the wrong redirects",
    "redirects.yaml",
    append("- from: /a\n  to: https://other.example/\n"),
    "to must be a path of this site",
  ],
])("%s is one problem with advice", (_name, file, change, message) => {
  const problems = readWith(file, change);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`${file}:`);
  expect(problems[0]).toContain(message);
});

/** Creates entries of a menu, each below the one before it. */
function createNestedEntries(ids: string[]): string {
  const [id, ...below] = ids;
  const lines = [`- id: ${id}`, "  type: page", "  title: 又", ...(below.length > 0 ? ["  children:"] : ["  path: /"])];
  const children = below.length > 0 ? createNestedEntries(below).replace(/^(?=.)/gm, "    ") : "";
  return `${lines.join("\n")}\n${children}`;
}
