import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findOutdatedTranslations } from "#app/services/content/changes/outdated-translations.ts";
import { listSource } from "#app/services/content/releases/fingerprints.ts";
import { compareContent } from "#tests/setup/content/compare-folders.ts";
import { setUpContentCopy } from "#tests/setup/content/content-copy.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { findUnusedFiles } from "./unused-files.ts";

const { resolvePath, edit, getProblems } = setUpContentCopy();

/** Puts a pipe in place of a file. */
function putPipe(path: string): void {
  rmSync(resolvePath(path), { force: true });
  execFileSync("mkfifo", [resolvePath(path)]);
}

const putLink = (target: string) => (path: string) => {
  rmSync(resolvePath(path), { force: true });
  symlinkSync(target, resolvePath(path));
};

/** Returns the path of a file whose name is 黄 in GBK. */
const nameInGbk = (folder: string, extension = "") =>
  Buffer.concat([Buffer.from(`${resolvePath(folder)}/`), Buffer.from([0xbb, 0xc6]), Buffer.from(extension)]);

const special = "(file) is no ordinary file, and can’t be read: delete it, or move it away";
const misnamed = "(file) has a name that isn’t UTF-8, so it can’t be opened: rename it";
const folderForFile = "(file) is a folder, and must be a file";
const link = "(link) is a symbolic link. The file or folder itself must be here";

test.each<[what: string, path: string, mistake: string, damage: (path: string) => void, line?: number]>([
  ["a pipe in place of a text", "product/huang-qi/index.en.md", special, putPipe],
  ["a pipe in place of a record", "batch/HQ-9.yaml", special, putPipe],
  ["a pipe in place of a single file", "synonyms.yaml", special, putPipe],
  ["a pipe beside a text", "product/huang-qi/a.jpg", special, putPipe],
  ["a pipe among the records", "herbs/a.pdf", special, putPipe],
  ["a link to itself as a record", "batch/HQ-9.yaml", link, putLink("HQ-9.yaml")],
  ["a link to itself as a text", "page/quality/index.en.md", link, putLink("index.en.md")],
  ["a link to itself as a folder", "product/a", link, putLink("a")],
  ["a link without a target", "batch/HQ-9.yaml", link, putLink("none.yaml")],
  ["a link to a device without an end", "product/huang-qi/index.en.md", special, putLink("/dev/zero")],
  ["a folder named like a record", "batch/HQ-9.yaml", folderForFile, (path) => mkdirSync(resolvePath(path))],
  [
    "a photo whose name is GBK",
    "product/huang-qi/\ufffd\ufffd.jpg",
    misnamed,
    () => writeFileSync(nameInGbk("product/huang-qi", ".jpg"), "x"),
  ],
  ["a folder whose name is GBK", "product/\ufffd\ufffd", misnamed, () => mkdirSync(nameInGbk("product"))],
  [
    "a value that contains itself",
    "product/huang-qi/index.cn.md",
    "(YAML) needs quotation marks: it begins with a special character (such as * & ! @ %), or has a colon and a space in it",
    (path) => edit(path, /^title: .*$/m, "title: &t [*t]"),
    2,
  ],
  [
    "a text that nobody can have written",
    "synonyms.yaml",
    "(file) is too long: 4000000 characters at most",
    (path) => {
      writeFileSync(resolvePath(path), "");
      truncateSync(resolvePath(path), 12_000_001);
    },
  ],
])("%s is reported as a mistake in one line", async (_what, path, mistake, damage, line = 1) => {
  damage(path);
  const root = resolvePath("");
  expect(await getProblems()).toContain(`${path}:${line} ${mistake}`);
  expect(findOutdatedTranslations(root, { list: () => [], getFolder: String }, new Set())).toEqual([]);
  expect(compareContent(testContent, root)).toEqual(expect.any(Array));
  expect(listSource(root)).toEqual(expect.any(Array));
});

test("symbolic links, unused texts and folders named like files are reported once; a README.md and photos aren't", () => {
  const files = ["batch/ZZ2.yaml/more/index.cn.md", "herbs/a.yaml/photo.heic", "news/a/photo.heic", "news/b/README.md"];
  const root = createTestFolder(Object.fromEntries(files.map((path) => [path, "a"])));
  symlinkSync("photo.heic", join(root, "news/a/link.heic"));
  const found = findUnusedFiles(root, new Set()).map(({ file, message }) => [file.slice(root.length + 1), message.key]);
  expect(found).toEqual([
    ["batch/ZZ2.yaml", "folderForFile"],
    ["herbs/a.yaml", "folderForFile"],
    ["news/a/link.heic", "link"],
    ["batch/ZZ2.yaml/more/index.cn.md", "unread"],
  ]);
});
