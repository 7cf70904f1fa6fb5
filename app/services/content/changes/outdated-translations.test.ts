import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { listReleaseFiles } from "#app/services/content/publish/release-files.ts";
import { sourceName, type Release } from "#app/services/content/releases/release.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { findOutdatedTranslations } from "./outdated-translations.ts";

let root: string;
let content: string;
const paths = { cn: "page/a/index.cn.md", en: "page/a/index.en.md" };
let releases: Pick<Release, "id" | "time" | "files">[] = [];

const getFolder = (id: string) => join(root, "releases", id);

function write(path: string, title: string, body: string, facts = ""): void {
  mkdirSync(dirname(join(content, path)), { recursive: true });
  writeFileSync(join(content, path), `---\ntitle: ${title}\nsummary: S\n${facts}---\n\n${body}\n`);
}

const writeChinese = (body: string, facts = "updated: 2026-01-01\n") => write(paths.cn, "甲", body, facts);
const writeEnglish = (body: string) => write(paths.en, "A", body);

/** Stores the current content as the release of a day. */
function publish(day: string): void {
  cpSync(content, join(getFolder(day), sourceName, "content"), { recursive: true });
  releases.unshift({ id: day, time: `${day}T08:00:00.000Z`, files: listReleaseFiles(getFolder(day)) });
}

const find = (confirmed: string[] = []) =>
  findOutdatedTranslations(content, { list: () => releases as Release[], getFolder }, new Set(confirmed));

beforeEach(() => {
  releases = [];
  root = createTestFolder();
  content = join(root, "content");
  writeChinese("一句。两句。");
  writeEnglish("One. Two.");
  publish("2026-11-01");
});

test("an outdated translation is found with the other language's new sentences, even after later releases", () => {
  writeChinese("一句。改过的两句。三句。");
  expect(find()).toMatchObject([
    { file: paths.en, outdated: "en", changed: "cn", sentences: ["改过的两句。", "三句。"] },
  ]);
  publish("2026-11-12");
  publish("2026-11-13");
  expect(find()).toMatchObject([{ file: paths.en, time: Date.parse("2026-11-12T08:00:00Z") }]);
});

test("an outdated Chinese text is found like an English one", () => {
  writeEnglish("One. Two. Three.");
  expect(find()).toMatchObject([{ file: paths.cn, outdated: "cn", changed: "en", sentences: ["Three."] }]);
});

test("a translation is up to date again once it follows the change or the change is undone", () => {
  writeChinese("一句。三句。");
  writeEnglish("One. Three.");
  expect(find()).toEqual([]);
  publish("2026-11-12");
  writeChinese("一句。四句。");
  publish("2026-11-13");
  writeEnglish("One. Four.");
  expect(find()).toEqual([]);
  publish("2026-11-14");
  writeChinese("一句。五句。");
  publish("2026-11-15");
  writeChinese("一句。四句。");
  expect(find()).toEqual([]);
});

test("a translation isn't outdated if only facts changed, or if it is the item's first translation", () => {
  writeChinese("一句。两句。", "updated: 2026-11-20\nplate: huang-qi\n");
  expect(find()).toEqual([]);
  write("page/b/index.cn.md", "乙", "新的。");
  publish("2026-11-12");
  write("page/b/index.en.md", "B", "New.");
  expect(find()).toEqual([]);
});

test("a confirmed translation counts as up to date until the other language changes again", () => {
  writeChinese("一句。两句！");
  const version = find()[0]!.version;
  expect(find([version])).toEqual([]);
  publish("2026-11-12");
  expect(find([version])).toEqual([]);
  writeChinese("一句。两句！又一句。");
  expect(find([version])).toMatchObject([{ file: paths.en, sentences: ["又一句。"] }]);
});

test("a changed value in a list of fields makes the other language outdated, and is returned", () => {
  const specs = (value: string) => `specs:\n  - label: 规格\n    value: ${value}\n  - label:\n`;
  write("product/p/index.cn.md", "丙", "正文。", specs("厚片"));
  write("product/p/index.en.md", "C", "Text.", "specs:\n  - label: Form\n    value: 5\n");
  publish("2026-11-12");
  write("product/p/index.cn.md", "丙", "正文。", specs("薄片"));
  expect(find()).toMatchObject([{ file: "product/p/index.en.md", sentences: ["薄片"] }]);
  write("product/p/index.cn.md", "丙", "正文。", specs("厚片"));
  write("product/p/index.en.md", "C", "Text.", "specs:\n  - label: Form\n    value: 6\n");
  expect(find()).toMatchObject([{ file: "product/p/index.cn.md", sentences: ["6"] }]);
});

test("files of settings, and fields with both languages, are compared like items", () => {
  const writeYaml = (path: string, text: string) => {
    mkdirSync(dirname(join(content, path)), { recursive: true });
    writeFileSync(join(content, path), text);
  };
  const writeBatch = (note: string) =>
    writeYaml(
      "batch/A1.yaml",
      `product: a\nnote: { cn: ${note}, en: Good }\nresults:\n  - result: { cn: ${note.length} }\n`,
    );
  for (const code of ["cn", "en"]) writeYaml(`settings/${code}.yaml`, "name: A\nhours: 9–17\n");
  writeBatch("好");
  publish("2026-11-12");
  expect(find()).toEqual([]);
  writeYaml("settings/cn.yaml", "name: A\nhours: 8–17\n");
  writeBatch("很好");
  expect(find()).toMatchObject([
    { file: "batch/A1.yaml", outdated: "en", sentences: ["很好"] },
    { file: "settings/en.yaml", outdated: "en", changed: "cn", sentences: ["8–17"] },
  ]);
  writeYaml("settings/en.yaml", "name: A\nhours: 8–17 h\n");
  writeYaml("batch/A1.yaml", "product: b\nnote: { cn: 好, en: Good }\nresults:\n  - result: { cn: 2 }\n");
  expect(find()).toEqual([]);
});

test("at most five new sentences are returned, each shortened to 200 characters", () => {
  writeEnglish(`One. Two.   ${"x".repeat(300)}.\n\n\n3rd.  4th! 5th? 6th. 7th.`);
  expect(find()[0]!.sentences).toEqual(["x".repeat(200), "3rd.", "4th!", "5th?", "6th."]);
});

test("a text that can't be parsed, that was removed or that is new again isn't compared", () => {
  writeFileSync(join(content, paths.cn), "---\ntitle: [\n---\n\n一句。\n");
  expect(find()).toEqual([]);
  rmSync(join(content, paths.cn));
  expect(find()).toEqual([]);
  publish("2026-11-12");
  rmSync(join(getFolder("2026-11-12"), sourceName, "content/page"), { recursive: true });
  releases[0]!.files = [];
  writeChinese("新的一句。");
  expect(find()).toEqual([]);
});
