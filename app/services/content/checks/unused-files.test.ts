import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { setUpContentCopy } from "#tests/setup/content-copy.ts";
import { createTestFolder } from "#tests/setup/test-folder.ts";
import { testContent } from "#tests/setup/test-content.ts";
import { compareContent } from "#tests/setup/compare-folders.ts";
import { listSource } from "../releases/fingerprints.ts";
import { findOutdatedTranslations } from "../changes/outdated-translations.ts";
import { findUnusedFiles } from "./unused-files.ts";

const { resolvePath, edit, getProblems } = setUpContentCopy();

const createPipe = (file: string) => void execFileSync("mkfifo", [resolvePath(file)]);
const rename = (file: string, name: Buffer) =>
  renameSync(resolvePath(file), Buffer.concat([Buffer.from(`${dirname(resolvePath(file))}/`), name]));
const special = "(file) is no ordinary file, and can’t be read: delete it, or move it away";
const misnamedMessage = "(file) has a name that isn’t UTF-8, so it can’t be opened: rename it";
const link = "(link) is a symbolic link. The file or folder itself must be here";

test.each<[string, string, () => void]>([
  [
    "a pipe in place of a text",
    `product/huang-qi/index.en.md:1 ${special}`,
    () => {
      rmSync(resolvePath("product/huang-qi/index.en.md"));
      createPipe("product/huang-qi/index.en.md");
    },
  ],
  ["a pipe in place of a record", `batch/HQ-9.yaml:1 ${special}`, () => createPipe("batch/HQ-9.yaml")],
  [
    "a pipe in place of a single file",
    `synonyms.yaml:1 ${special}`,
    () => {
      rmSync(resolvePath("synonyms.yaml"), { force: true });
      createPipe("synonyms.yaml");
    },
  ],
  ["a pipe beside a text", `product/huang-qi/a.jpg:1 ${special}`, () => createPipe("product/huang-qi/a.jpg")],
  ["a pipe among the records", `herbs/a.pdf:1 ${special}`, () => createPipe("herbs/a.pdf")],
  [
    "a link to itself as a record",
    `batch/HQ-9.yaml:1 ${link}`,
    () => symlinkSync("HQ-9.yaml", resolvePath("batch/HQ-9.yaml")),
  ],
  [
    "a link to itself as a text",
    `page/quality/index.en.md:1 ${link}`,
    () => {
      rmSync(resolvePath("page/quality/index.en.md"));
      symlinkSync("index.en.md", resolvePath("page/quality/index.en.md"));
    },
  ],
  ["a link to itself as a folder", `product/a:1 ${link}`, () => symlinkSync("a", resolvePath("product/a"))],
  [
    "links in a circle",
    `page/b:1 ${link}`,
    () => {
      symlinkSync("b", resolvePath("page/a"));
      symlinkSync("a", resolvePath("page/b"));
    },
  ],
  [
    "a link without a target",
    `batch/HQ-9.yaml:1 ${link}`,
    () => symlinkSync("none.yaml", resolvePath("batch/HQ-9.yaml")),
  ],
  [
    "a link to a device without an end",
    `product/huang-qi/index.en.md:1 ${special}`,
    () => {
      rmSync(resolvePath("product/huang-qi/index.en.md"));
      symlinkSync("/dev/zero", resolvePath("product/huang-qi/index.en.md"));
    },
  ],
  [
    "a folder named like a record",
    "batch/HQ-9.yaml:1 (file) is a folder, and must be a file",
    () => mkdirSync(resolvePath("batch/HQ-9.yaml")),
  ],
  [
    "a photo whose name is GBK",
    `product/huang-qi/\ufffd\ufffd.jpg:1 ${misnamedMessage}`,
    () => {
      writeFileSync(resolvePath("product/huang-qi/a.jpg"), "x");
      rename("product/huang-qi/a.jpg", Buffer.from([0xbb, 0xc6, ...Buffer.from(".jpg")]));
    },
  ],
  [
    "a folder whose name is GBK",
    `product/\ufffd\ufffd:1 ${misnamedMessage}`,
    () => {
      mkdirSync(resolvePath("product/a"));
      rename("product/a", Buffer.from([0xbb, 0xc6]));
    },
  ],
  [
    "a value that contains itself",
    "product/huang-qi/index.cn.md:2 (YAML) needs quotation marks: it begins with a special character (such as * & ! @ %), or has a colon and a space in it",
    () => edit("product/huang-qi/index.cn.md", /^title: .*$/m, "title: &t [*t]"),
  ],
  [
    "a text that nobody can have written",
    "synonyms.yaml:1 (file) is too long: 4000000 characters at most",
    () => {
      writeFileSync(resolvePath("synonyms.yaml"), "");
      truncateSync(resolvePath("synonyms.yaml"), 12_000_001);
    },
  ],
])("%s is reported as a mistake in one line", async (_what, mistake, damage) => {
  damage();
  const root = resolvePath("");
  expect(await getProblems()).toContain(mistake);
  expect(findOutdatedTranslations(root, { list: () => [], getFolder: String }, new Set())).toEqual([]);
  expect(compareContent(testContent, root)).toEqual(expect.any(Array));
  expect(listSource(root)).toEqual(expect.any(Array));
});

test("symbolic links, unused texts and folders named like files are reported once; a README.md and photos aren't", () => {
  const root = createTestFolder();
  for (const [folder, name] of [
    ["batch/ZZ2.yaml/more", "index.cn.md"],
    ["herbs/a.yaml", "photo.heic"],
    ["news/a", "photo.heic"],
    ["news/b", "README.md"],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, name), "a");
  }
  symlinkSync("photo.heic", join(root, "news/a/link.heic"));
  const found = findUnusedFiles(root, new Set()).map(({ file, message }) => [file.slice(root.length + 1), message.key]);
  expect(found).toEqual([
    ["batch/ZZ2.yaml", "folderForFile"],
    ["herbs/a.yaml", "folderForFile"],
    ["news/a/link.heic", "link"],
    ["batch/ZZ2.yaml/more/index.cn.md", "unread"],
  ]);
});
