import fs, { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { listPart } from "#app/services/content/files/parts.ts";
import { compareContent, hashPartIn } from "#tests/setup/content/compare-folders.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

const megabyte = 1024 * 1024;

function createFolders(fileCount: number, size: number) {
  const root = createTestFolder();
  const [before, after] = ["before", "after"].map((name) => {
    const folder = join(root, name, "files");
    mkdirSync(folder, { recursive: true });
    for (let n = 0; n < fileCount; n++) {
      const file = join(folder, `${n}.pdf`);
      writeFileSync(file, "%PDF-1.7 %%EOF");
      // The file is sparse, so it takes no disk space.
      truncateSync(file, size);
    }
    return join(root, name);
  });
  return { before: before!, after: after! };
}

test("certificates are compared without being read whole", () => {
  const { before, after } = createFolders(8, 5 * megabyte);
  writeFileSync(join(after, "files/7.pdf"), "%PDF-1.8 %%EOF");
  const readFile = vi.spyOn(fs, "readFileSync");
  syncBuiltinESMExports();
  const changes = compareContent(before, after);
  expect(readFile).not.toHaveBeenCalledWith(expect.stringMatching(/\.pdf$/));
  readFile.mockRestore();
  syncBuiltinESMExports();
  expect(changes.map(({ part, action }) => [part, action])).toEqual([["files/7.pdf", "changed"]]);
});

test("a file with different bytes of the same size is listed as a change, with a new version", () => {
  const { before, after } = createFolders(2, 1000);
  expect(compareContent(before, after)).toEqual([]);
  writeFileSync(join(after, "files/1.pdf"), "%PDF-1.8 %%EOF".padEnd(1000, "\0"));
  const [change, ...others] = compareContent(before, after);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ part: "files/1.pdf", action: "changed", version: hashPartIn(after, "files/1.pdf") });
  expect(hashPartIn(before, "files/1.pdf")).not.toBe(change!.version);
  expect(listPart("../after/files/1.pdf", after)).toEqual([]);
});

const item = (title: string, facts = "") => `---\ntitle: ${title}\n${facts}---\n\n文字。\n`;
const [old, now] = ["product/a/index.cn.md", "product/b/index.cn.md"];
const redirectLine = "- { from: /product/info/a, to: /product/info/b }\n";

test("a new address of an item is listed as one change, with the changed fields", () => {
  const before = createTestFolder({ [old]: item("甲", "moq: 1 kg\n"), "product/a/index.en.md": item("A") });
  const after = createTestFolder({
    [now]: item("甲", "moq: 2 kg\n"),
    "product/b/index.en.md": item("A"),
    "redirects.yaml": redirectLine,
  });
  const fields = [{ file: now, field: "moq", from: "1 kg", to: "2 kg" }];
  expect(compareContent(before, after)).toMatchObject([
    { part: "product/b", action: "moved", from: "product/a", fields },
    { part: "redirects.yaml", action: "added" },
  ]);
});

test.each<[what: string, files: Record<string, string>, vanished: string[]]>([
  ["was deleted", {}, ["/product/info/a"]],
  ["is a draft now", { [old]: item("甲", "draft: true\n") }, ["/product/info/a"]],
  ["was renamed by hand", { [now]: item("甲") }, ["/product/info/a"]],
  ["was renamed, and leads to its new address", { [now]: item("甲"), "redirects.yaml": redirectLine }, []],
  ["is gone for good", { "redirects.yaml": "- { from: /product/info/a, gone: true }\n" }, []],
  ["is edited", { [old]: item("乙", "note: 'draft: true'\n") }, []],
])("for an item that %s the expected vanished addresses are listed", (_what, files, vanished) => {
  const changes = compareContent(createTestFolder({ [old]: item("甲") }), createTestFolder(files));
  expect(changes.flatMap((change) => change.vanished ?? [])).toEqual(vanished);
});

test("an address vanishes with a deleted batch, but not with a deleted draft", () => {
  const before = createTestFolder({ [old]: item("甲", "draft: true\n"), "batch/X-1.yaml": "draft: true\n" });
  expect(compareContent(before, createTestFolder()).flatMap((change) => change.vanished ?? [])).toEqual([]);
  const [change] = compareContent(createTestFolder({ "batch/X-1.yaml": "product: a\n" }), createTestFolder());
  expect(change).toMatchObject({ part: "batch/X-1.yaml", vanished: "/batch/X-1" });
});

/**
 * Compares two contents that differ in one file; `others` are in both. @returns the changed fields as `field: from →
 * to`
 */
function compareFile(name: string, from: string, to: string, others: Record<string, string> = {}): string[] {
  const [before, after] = [from, to].map((text) => createTestFolder({ ...others, [name]: text }));
  const [change] = compareContent(before!, after!);
  return change!.fields.map(({ field, from: old = "", to: now = "" }) => `${field}: ${old} → ${now}`);
}

const home = "- { id: home, type: page, title: 首页, path: / }\n";
const news = "- { id: news, type: page, title: 新闻, path: /news/list }\n";
const jobs = "- { id: jobs, type: page, title: 招聘, path: /page/jobs }\n";
const products = (child: string) =>
  `- id: product\n  type: page\n  title: 产品\n  path: /product/list\n  children: [{ id: a, type: category, title: 饮片, path: ${child} }]\n`;

test("added, removed and edited entries are named by their titles or addresses, however deep they are", () => {
  const changed = compareFile("menu/cn.yaml", home + products("/a") + news, home + jobs + products("/b"));
  expect(changed).toEqual([
    "[招聘]:  → 招聘 · /page/jobs",
    "[产品].children[饮片].path: /a → /b",
    "[新闻]: 新闻 · /news/list → ",
  ]);
  expect(compareFile("redirects.yaml", "# none\n", "- from: /a\n  to: /b\n")).toEqual(["[/a]:  → /a · /b"]);
  expect(compareFile("colours.yaml", "# none\n", "light: { paper: '#fff' }\n")).toEqual(["light:  → #fff"]);
  expect(compareFile("batch/X-1.yaml", "product: a\n", "product: a\ndraft: true\n")).toEqual(["draft:  → ✓"]);
  expect(compareFile("redirects.yaml", "# none\n", "- from: /a\n  gone: true\n")).toEqual(["[/a]:  → /a"]);
  const renamed = news.replace("title: 新闻", "title: 动态");
  expect(compareFile("menu/cn.yaml", home + news, home + renamed)).toEqual(["[动态].title: 新闻 → 动态"]);
});

test("of a text, only the edited lines are listed", () => {
  const createText = (text: string) => `---\ntitle: 题\n---\n\n${text}\n`;
  const changed = compareFile("news/a/index.cn.md", createText("一\n\n二\n\n三"), createText("壹\n\n二\n\n叁\n\n四"));
  expect(changed).toEqual(["text: 一 → 壹", "text: 三 → 叁", "text:  → 四"]);
});

test("a moved entry is listed with its positions; entries that it passes aren't listed", () => {
  expect(compareFile("menu/cn.yaml", home + news + jobs, jobs + home + news)).toEqual(["[招聘].sort: 3 → 1"]);
  expect(compareFile("menu/cn.yaml", home + news + jobs, home + jobs)).toEqual(["[新闻]: 新闻 · /news/list → "]);
});

test("entries of adverts, redirects, synonyms, results and ingredients are compared one by one", () => {
  const advert = (text: string) => `- { id: hero, aid: home-hero, title: 道地., summary: ${text}, link: /, sort: 1 }\n`;
  expect(compareFile("adverts/cn.yaml", advert("一"), advert("二"))).toEqual(["[道地.].summary: 一 → 二"]);
  const [one, two] = ["- { from: /a.html, to: /a }\n", "- { from: /b.html, to: /b }\n"] as const;
  expect(compareFile("redirects.yaml", one, two + one)).toEqual(["[/b.html]:  → /b.html · /b"]);
  expect(compareFile("synonyms.yaml", "- [甲, 乙]\n- [丙, 丁]\n", "- [丙, 丁]\n")).toEqual(["[0]: 甲 · 乙 → "]);
  const result = (number: string) => `results:\n  - { test: { cn: 水分, en: Moisture }, result: { cn: ${number} } }\n`;
  expect(compareFile("batch/A1.yaml", result("8%"), result("9%"))).toEqual(["results[水分].result.cn: 8% → 9%"]);
  const dose = (grams: number) =>
    `---\ningredients:\n  - { herb: gan-cao, dose: ${grams}, role: courier }\ntags: [${grams}]\n---\n`;
  expect(compareFile("prescription/a/index.cn.md", dose(3), dose(6))).toEqual([
    "ingredients[gan-cao].dose: 3 → 6",
    "tags[0]: 3 → 6",
  ]);
});

test("added and removed files of an item are listed, and a title is truncated to its maximum", () => {
  const photos = (names: string[]) => Object.fromEntries(names.map((name) => [`product/a/${name}`, name]));
  const [change] = compareContent(
    createTestFolder({ "product/a/index.cn.md": item("长".repeat(5000)), ...photos(["old.webp", "same.webp"]) }),
    createTestFolder({ "product/a/index.cn.md": item("长".repeat(5000)), ...photos(["new.webp", "same.webp"]) }),
  );
  expect(change!.fields).toEqual([
    { file: "product/a/new.webp", field: "", to: "" },
    { file: "product/a/old.webp", field: "", from: "" },
  ]);
  expect(change!.title).toHaveLength(200);
});

test.each<[part: string, names: string[], missing: string[]]>([
  ["product/a", ["index.cn.md", "photo.webp"], ["en"]],
  ["product/a", ["index.cn.md", "index.en.md"], []],
  ["batch/A-1.yaml", [""], []],
])("new content %s with %j misses the languages %j", (part, names, missing) => {
  const files = names.map((name) => [join(part, name), item("甲")]);
  const [change] = compareContent(createTestFolder(), createTestFolder(Object.fromEntries(files)));
  expect(change!.missing.filter((code) => ["cn", "en"].includes(code))).toEqual(missing);
});

test("items with the same title are distinguished", () => {
  const others = { "product/a/index.cn.md": item("甘草"), "product/b/index.cn.md": item("甘草") };
  const [from, to] = [item("汤", "related: [product/a]\n"), item("汤", "related: [product/b]\n")];
  expect(compareFile("prescription/a/index.cn.md", from, to, others)).toEqual(["related[0]: product/a → product/b"]);
});

test("items that a field names are listed by their titles, if they have any", () => {
  const formula = (herb: string, related: string, plate: string) =>
    item(
      "汤",
      `cat: ${plate === "fair" ? "cool" : "warm"}\nplate: ${plate}\nrelated: [${related}]\ningredients:\n  - { herb: gan-cao, dose: 3 }\n  - { herb: ${herb}, dose: 3 }\n`,
    );
  const others = {
    "herbs/gan-cao.yaml": "names:\n  cn: 甘草\n  en: liquorice\n",
    "herbs/ren-shen.yaml": "names: { cn: 人参, en: ginseng }\n",
    "product/gan-cao/index.cn.md": item("甘草片"),
    "categories/prescription.yaml": "- slug: warm\n  title: { cn: 温里, en: Warming }\n  summary: { cn: 一, en: A }\n",
    "news/a/index.en.md": item("A fair"),
  };
  const [from, to] = [
    formula("ren-shen", "product/gan-cao, product/none", "fair"),
    formula("wu-mei", "news/a", "gan-cao"),
  ];
  expect(compareFile("prescription/a/index.cn.md", from, to, others)).toEqual([
    "cat: cool → 温里",
    "plate: fair → 甘草",
    "related: 甘草片 · product/none → A fair",
    "ingredients[wu-mei].herb: 人参 → wu-mei",
  ]);
  const added = formula("ren-shen", "news/a", "gan-cao").replace("dose: 3 }", "dose: 6 }");
  expect(compareFile("prescription/a/index.cn.md", item("汤"), added, others)).toEqual([
    "cat:  → 温里",
    "plate:  → 甘草",
    "related:  → A fair",
    "ingredients:  → 甘草 · 6 · 人参 · 3",
  ]);
  expect(compareFile("prescription/a/index.cn.md", formula("ren-shen", "news/a", "gan-cao"), added, others)).toEqual([
    "ingredients[甘草].dose: 3 → 6",
  ]);
});

test("a withdrawn recall is listed, even if its batch is deleted or has many other changes", () => {
  const recalled = "recalled: { date: 2026-01-02, level: 1 }\n";
  const results = (value: string) =>
    `product: a\nresults:\n${Array.from({ length: 30 }, (_, n) => `  - { test: { cn: 项${n} }, result: { cn: "${value}" } }\n`).join("")}`;
  const write = (texts: Record<string, string>) =>
    createTestFolder(Object.fromEntries(Object.entries(texts).map(([id, text]) => [`batch/${id}.yaml`, text])));
  const [one, two] = [results("1"), results("2")];
  const before = write({ "A-1": one + recalled, "B-1": one + recalled, "C-1": one + recalled, "D-1": one });
  const changes = compareContent(before, write({ "A-1": two, "C-1": two + recalled, "D-1": two }));
  expect(changes.map(({ part, isUnrecalled = false }) => [part, isUnrecalled])).toEqual([
    ["batch/A-1.yaml", true],
    ["batch/B-1.yaml", true],
    ["batch/C-1.yaml", false],
    ["batch/D-1.yaml", false],
  ]);
});

test("of two long texts, what differs is listed in its surroundings, with whole words and numbers", () => {
  const describe = (from: string, to: string) => {
    const [before, after] = [from, to].map((text) => createTestFolder({ [old]: item("甲", `summary: ${text}\n`) }));
    return compareContent(before!, after!)[0]!.fields.map(({ from: was, to: is, around }) => [around, was, is]);
  };
  const long = "黄芪补气固表，利尿托毒。".repeat(20);
  const start = `…${long.slice(-30)}`;
  expect(describe(`${long}每日12克。`, `${long}每日15克。`)).toEqual([
    [[`…${`${long}每日`.slice(-30)}`, "克。"], "12", "15"],
  ]);
  expect(describe(`${long}taken daily`, `${long}taken dairy${long}`)).toEqual([
    [[`…${`${long}taken `.slice(-30)}`, ""], "daily", `dairy${long}`.slice(0, 200)],
  ]);
  expect(describe(long, `${long}新的一句。`)).toEqual([[[start, ""], "", "新的一句。"]]);
  expect(describe(`甲${long}`, `乙${long}`)).toEqual([[["", `${long.slice(0, 30)}…`], "甲", "乙"]]);
  expect(describe("短的", "短句")).toEqual([[undefined, "短的", "短句"]]);
});

test("a changed item is listed with at most 20 fields of 200 characters, an added or removed item with none", () => {
  const createFields = (text: string) => Array.from({ length: 60 }, (_, n) => `f${n}: ${text}\n`).join("");
  const before = createTestFolder({ [old]: item("甲", createFields("a")), "product/c/index.cn.md": item("丙") });
  const after = createTestFolder({
    [old]: item("甲", createFields("b".repeat(5000))),
    "product/d/index.cn.md": item("丁"),
  });
  const changes = compareContent(before, after);
  const fields = new Map(changes.map((change) => [change.part, change.fields]));
  expect([fields.get("product/c"), fields.get("product/d")]).toEqual([[], []]);
  expect(fields.get("product/a")).toHaveLength(20);
  expect(fields.get("product/a")![0]!.to).toHaveLength(200);
});
