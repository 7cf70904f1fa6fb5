import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compileTestContent } from "../../../../tests/setup/compiled-content.ts";
import { readContentFolder } from "./content-folder.ts";
import { formatReport } from "../checks/content-report.ts";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { filterMissing } from "../../../../tests/setup/required-locales.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "content-"));
  cpSync(testContent, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const resolvePath = (file: string) => join(folder, file);

function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(resolvePath(file), "utf8");
  const after = before.replace(from, to);
  expect(after, `${file} has ${from}`).not.toBe(before);
  writeFileSync(resolvePath(file), after);
}

function findLine(file: string, text: string): number {
  return (
    readFileSync(resolvePath(file), "utf8")
      .split("\n")
      .findIndex((line) => line.includes(text)) + 1
  );
}

const getFileProblems = (file: string) =>
  readContentFolder(folder).problems.filter((problem) => problem.file === resolvePath(file));

test("the content of the tests has no problems and is fully translated", () => {
  const { problems, missingTranslations } = readContentFolder(testContent);
  expect(problems).toEqual([]);
  expect(filterMissing(missingTranslations).toSorted()).toEqual([]);
});

test("all mistakes are reported at once, each with its file, line and field", () => {
  edit("prescription/gui-zhi-tang/item.yaml", /dose: 9, role: monarch/, "dose: nine, role: monarch");
  edit("prescription/gui-zhi-tang/item.yaml", /role: courier/, "role: king");
  edit("product/huang-qi/cn.md", /^summary:.*$/m, "summery: 误");
  edit("product/dang-gui/item.yaml", /^cat: .*$/m, "cat: pieces/nowhere");
  edit("case/" + firstCase() + "/item.yaml", /^date: .*$/m, "date: yesterday");
  const { problems } = readContentFolder(folder);
  const messages = problems.map(
    ({ file, line, field, message }) => `${file.slice(folder.length + 1)}:${line} ${field} ${message}`,
  );
  const formatPlace = (file: string, text: string) => `${file}:${findLine(file, text)}`;
  const formula = "prescription/gui-zhi-tang/item.yaml";
  expect(messages).toContain(
    `${formatPlace(formula, "dose: nine")} ingredients[0].dose should be a number, and is the text “nine”: write digits alone, such as 9`,
  );
  expect(messages.join("\n")).toContain(
    `${formatPlace(formula, "role: king")} ingredients[4].role king isn't one of monarch, minister, assistant, courier`,
  );
  expect(messages).toContain(
    `${formatPlace("product/huang-qi/cn.md", "summery")} summery is not a field that is known here: did you mean summary?`,
  );
  expect(messages.filter((line) => /product\/huang-qi\/cn\.md:\d+ summary is missing/.test(line))).toEqual([]);
  expect(messages).toContain(
    `${formatPlace("product/dang-gui/item.yaml", "nowhere")} cat no category pieces/nowhere in categories/product`,
  );
  expect(messages.join("\n")).toMatch(/case\/[^:]+:\d+ date must be a date such as 2025-03-12/);
});

function firstCase(): string {
  const { id } = [...readContentFolder(testContent).source.items].find(({ kind }) => kind === "case")!;
  return id;
}

test("references to things that do not exist are reported", () => {
  edit("product/huang-qi/item.yaml", /related: \[/, "related: [product/unicorn, ");
  edit("product/huang-qi/item.yaml", /^herb: .*$/m, "herb: unicorn-root");
  const messages = getFileProblems("product/huang-qi/item.yaml").map(({ field, message }) => `${field}: ${message}`);
  expect(messages).toContain("related[0]: there is no product/unicorn");
  expect(messages).toContain("herb: no herb unicorn-root in herbs/facts.yaml");
});

test("a file to download must exist, and is listed with its size", () => {
  edit("product/huang-qi/en.md", "/files/huang-qi-en.pdf", "/files/unicorn.pdf");
  const { problems, source } = readContentFolder(folder);
  expect(problems).toMatchObject([{ field: "attachments[0].url", message: "there is no public/files/unicorn.pdf" }]);
  const item = [...source.items].find(({ id }) => id === "huang-qi")!;
  expect(item.translations.cn!.attachments[0]!.size).toBeGreaterThan(10_000);
});

test("a broken item is one problem, however many items refer to it", () => {
  edit("product/huang-qi/item.yaml", /^sku: .*$/m, "sku: [");
  expect(readContentFolder(folder).problems.map(({ file }) => file)).toEqual([
    resolvePath("product/huang-qi/item.yaml"),
  ]);
});

const describeProblems = (file: string) =>
  getFileProblems(file).map(({ line, field, message }) => `${line} ${field}: ${message}`);

test("a file that is missing, a folder, or not UTF-8 is reported", () => {
  rmSync(resolvePath("herbs/facts.yaml"));
  rmSync(resolvePath("news/how-to-decoct/item.yaml"));
  mkdirSync(resolvePath("news/how-to-decoct/item.yaml"));
  writeFileSync(resolvePath("product/huang-qi/cn.md"), Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xbb, 0xc6, 0xdc, 0xce]));
  expect(describeProblems("herbs/facts.yaml")).toEqual(["1 (file): is missing"]);
  expect(describeProblems("news/how-to-decoct/item.yaml")).toEqual(["1 (file): is a folder, and should be a file"]);
  expect(describeProblems("product/huang-qi/cn.md")).toEqual(["1 (file): isn't UTF-8: save it with that encoding"]);
});

test("an alias without an anchor is reported", () => {
  edit("product/huang-qi/item.yaml", /^date: .*$/m, "date: *nope");
  expect(describeProblems("product/huang-qi/item.yaml")[0]).toMatch(
    /^2 \(YAML\): a text starts with \* or &: put it between quotes/,
  );
});

test("a byte order mark and the line endings of other systems are accepted", () => {
  const text = readFileSync(resolvePath("product/huang-qi/cn.md"), "utf8");
  writeFileSync(resolvePath("product/huang-qi/cn.md"), `\uFEFF${text.replaceAll("\n", "\r\n")}`);
  expect(describeProblems("product/huang-qi/cn.md")).toEqual([]);
});

test("an impossible date and wrong references are reported together", () => {
  edit("product/huang-qi/item.yaml", /^date: .*$/m, "date: 2025-02-31");
  edit("product/huang-qi/item.yaml", /^cat: .*$/m, "cat: nowhere");
  edit("product/huang-qi/item.yaml", /related: \[/, "related: [product/unicorn, ");
  expect(describeProblems("product/huang-qi/item.yaml").map((line) => line.replace(/^\d+ /, ""))).toEqual([
    "date: isn't a day in the calendar",
    "cat: no category nowhere in categories/product",
    "related[0]: there is no product/unicorn",
  ]);
});

test("a level 1 heading is reported at its line in either syntax, but not in code", () => {
  const text = readFileSync(resolvePath("product/huang-qi/cn.md"), "utf8").trimEnd();
  const last = text.split("\n").length;
  writeFileSync(
    resolvePath("product/huang-qi/cn.md"),
    `${text}\n\n\`\`\`\n# no heading\n\`\`\`\n\n# One\n\nTwo\n===\n`,
  );
  const message = "(text): a heading of level 1 would be the page's second title: use ##";
  expect(describeProblems("product/huang-qi/cn.md")).toEqual([`${last + 6} ${message}`, `${last + 8} ${message}`]);
});

test("a link in a text must lead to this site or begin with an allowed scheme", () => {
  const file = resolvePath("product/huang-qi/cn.md");
  const text = readFileSync(file, "utf8").trimEnd();
  const last = text.split("\n").length;
  const wrongTargets = ["javascript:alert(1)", "www.example.com", "ftp://example.com/a.pdf", "//example.com"];
  const fine = ["https://example.com", "http://example.com/a?b", "mailto:a@example.com", "tel:+861", "/about-us"];
  writeFileSync(file, `${text}\n\n${[...fine, ...wrongTargets].map((target) => `[x](${target})`).join("\n\n")}\n`);
  const getLine = (index: number) => last + 2 + 2 * (fine.length + index);
  expect(describeProblems("product/huang-qi/cn.md")).toEqual(
    wrongTargets.map(
      (target, index) =>
        `${getLine(index)} (text): the link to ${target} doesn't work: a link begins with / for a page of this site, or with https://, http://, mailto: or tel:`,
    ),
  );
});

test("a kind accepts only its own fields", () => {
  const file = resolvePath("settings/cn.yaml");
  const text = readFileSync(file, "utf8").trimEnd();
  const formatLabel = (field: string) => `      - { field: ${field}, label: 名 }`;
  const kind = [
    "kinds:",
    "  - kind: case",
    "    title: 工程",
    "    labels:",
    formatLabel("client"),
    formatLabel("clients"),
  ];
  writeFileSync(file, [text, ...kind, ""].join("\n"));
  const line = text.split("\n").length + kind.length;
  expect(describeProblems("settings/cn.yaml")).toEqual([
    `${line} kinds[0].labels[1].field: clients isn't a field of case: there are client, location`,
  ]);
});

test("a label of an advert that has no button is reported", () => {
  edit("adverts/cn.yaml", "  link: /prescription/list\n", "  link: /prescription/list\n  label: 看方剂\n");
  expect(describeProblems("adverts/cn.yaml")).toEqual([
    expect.stringContaining("label: isn't shown: only the first advert of home-hero has a button, so remove it"),
  ]);
});

test("adverts, pictures and categories are checked too", () => {
  edit("adverts/cn.yaml", /plate: .*/, "plate: unicorn-root");
  edit("settings/cn.yaml", "/qr/wechat.svg", "/qr/unicorn.svg");
  writeFileSync(
    resolvePath("categories/case/en.yaml"),
    `${readFileSync(resolvePath("categories/case/en.yaml"), "utf8")}\nzz/yy: { title: T, summary: S }\n`,
  );
  expect(describeProblems("adverts/cn.yaml")[0]).toMatch(/plate: no herb unicorn-root/);
  expect(describeProblems("settings/cn.yaml")[0]).toMatch(/social\[0\]\.qr: there is no public\/qr\/unicorn\.svg/);
  const line = findLine("categories/case/en.yaml", "zz/yy:");
  expect(describeProblems("categories/case/en.yaml")).toEqual([
    `${line} zz/yy: there is no category zz above it: add \`zz:\` with its title and summary`,
  ]);
});

test("missing translations of herbs and categories are listed too", () => {
  edit("herbs/en.yaml", /^ma-huang: .*\n/m, "");
  edit("categories/news/en.yaml", /^company\/harvest:\n(?: {2}.*\n)+/m, "");
  const { problems, missingTranslations } = readContentFolder(folder);
  expect(problems).toEqual([]);
  expect(filterMissing(missingTranslations).toSorted()).toEqual([
    resolvePath("categories/news/en.yaml") + ": company/harvest",
    resolvePath("herbs/en.yaml") + ": ma-huang",
  ]);
  const { index, dispose } = compileTestContent(folder);
  const { ingredients } = index.getItem("prescription", "en", "ma-huang-tang") as { ingredients: { name: string }[] };
  expect(ingredients[0]!.name).toBe("麻黄");
  dispose();
});

test("invalid YAML and a text without front matter are reported", () => {
  edit("product/huang-qi/item.yaml", /^date: .*$/m, 'date: "2025-01-01');
  writeFileSync(resolvePath("product/huang-qi/en.md"), "Just text.\n");
  expect(getFileProblems("product/huang-qi/item.yaml")[0]).toMatchObject({ field: "(YAML)" });
  expect(getFileProblems("product/huang-qi/en.md")[0]).toMatchObject({ line: 1, field: "(front matter)" });
});

test("two products can't share an item number", () => {
  const sku = /^sku: (.*)$/m.exec(readFileSync(resolvePath("product/huang-qi/item.yaml"), "utf8"))![1]!;
  edit("product/dang-gui/item.yaml", /^sku: .*$/m, `sku: ${sku}`);
  const { problems } = readContentFolder(folder);
  expect(problems.some(({ message }) => message.startsWith("is also the sku of"))).toBe(true);
});

test("a missing translation is listed but isn't a mistake, and the page is shown in the other language", () => {
  rmSync(resolvePath("product/huang-qi/en.md"));
  const { problems, missingTranslations } = readContentFolder(folder);
  expect(problems).toEqual([]);
  expect(filterMissing(missingTranslations).toSorted()).toEqual([resolvePath("product/huang-qi/en.md")]);
  expect(formatReport([], missingTranslations)).toContain("product/huang-qi/en.md");
  const { index, dispose } = compileTestContent(folder);
  expect(index.getItem("product", "en", "huang-qi")).toMatchObject({ title: "黄芪", lang: "zh-CN" });
  expect(index.getItem("product", "cn", "huang-qi")).not.toHaveProperty("lang");
  const list = index.list("product", "en", { page: 1, pageSize: 100, sort: "newest" })!;
  expect(list.rows).toContainEqual(expect.objectContaining({ id: "huang-qi", lang: "zh-CN" }));
  dispose();
});

test("the fields for Baidu and WeChat are optional, and are checked if they exist", () => {
  writeFileSync(
    resolvePath("settings/cn.yaml"),
    `baiduVerification: <meta name="baidu-site-verification" content="codeva-1">\nsharePicture: /files/share.webp\n${readFileSync(resolvePath("settings/cn.yaml"), "utf8")}`,
  );
  expect(describeProblems("settings/cn.yaml")).toEqual([
    expect.stringMatching(/^1 baiduVerification: must be the code alone, such as codeva-AbCd1234/),
    expect.stringMatching(/^2 sharePicture: must be a PNG or JPEG file below public/),
  ]);
  edit(
    "settings/cn.yaml",
    /^baidu.*\nshare.*\n/,
    "baiduVerification: codeva-AbCd1234\nsharePicture: /files/none.png\n",
  );
  expect(describeProblems("settings/cn.yaml")).toEqual(["2 sharePicture: there is no public/files/none.png"]);
});
