import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { createPhoto, testPhoto } from "../../../../tests/setup/test-photo.ts";
import { paths } from "../../runtime/paths.ts";
import { formatMessage } from "../checks/messages.ts";
import { readContentFolder } from "./content-folder.ts";
import { findFileProblem } from "./public-files.ts";

let folder: string;
const before = paths.public;

/** Each test has copies of the content and of the public folder, because tests change them. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "content-"));
  cpSync(testContent, folder, { recursive: true });
  paths.public = mkdtempSync(join(tmpdir(), "public-"));
  cpSync(join(before, "files"), join(paths.public, "files"), { recursive: true });
  cpSync(join(before, "logo.svg"), join(paths.public, "logo.svg"));
  cpSync(join(before, "qr"), join(paths.public, "qr"), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(paths.public, { recursive: true });
  paths.public = before;
});

const path = (file: string) => join(folder, file);

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(path(file), "utf8");
  expect(text).toContain(from);
  writeFileSync(path(file), text.replace(from, to));
}

function append(file: string, text: string): void {
  writeFileSync(path(file), `${readFileSync(path(file), "utf8").trimEnd()}\n\n${text}\n`);
}

/** Returns every problem in English, with its file. */
function getProblems(): string[] {
  return readContentFolder(folder).problems.map(({ file, message }) =>
    `${file}  ${formatMessage(message, "en")}`.replaceAll(`${folder}/`, "").replaceAll(`${paths.public}/`, "public/"),
  );
}

test("a file for download must exist in this case, have words, and is listed with its size", () => {
  edit("product/huang-qi/en.md", "/files/huang-qi-en.pdf", "/files/Huang-Qi-en.pdf");
  edit("batch/HQ-2601.yaml", "/files/certificate-HQ251201.pdf", "/files/empty.pdf");
  writeFileSync(join(paths.public, "files", "empty.pdf"), "");
  append("product/dang-gui/cn.md", "[x](/files/test-photo.jpg) [y](/files/program.exe)");
  writeFileSync(join(paths.public, "files", "program.exe"), "x");
  const missing = (path: string) => `there is no file ${path} below public. Upper and lower case count`;
  expect(getProblems().toSorted()).toEqual([
    "batch/HQ-2601.yaml  the file /files/empty.pdf is empty",
    "product/dang-gui/cn.md  the site serves no files of this type",
    `product/dang-gui/cn.md  ${missing("/files/test-photo.jpg")}`,
    `product/huang-qi/en.md  ${missing("/files/Huang-Qi-en.pdf")}`,
  ]);
  const item = [...readContentFolder(folder).source.items].find(({ id }) => id === "huang-qi")!;
  expect(item.translations.cn!.attachments[0]!.size).toBeGreaterThan(10_000);
});

test("a percent-encoded name of a file for download is accepted", () => {
  cpSync(join(before, "files", "huang-qi-cn.pdf"), join(paths.public, "files", "规格 1.pdf"));
  const address = encodeURI("/files/规格 1.pdf");
  edit("product/huang-qi/cn.md", "/files/huang-qi-cn.pdf", address);
  edit("batch/HQ-2601.yaml", "/files/certificate-HQ251201.pdf", address);
  expect(getProblems()).toEqual([]);
});

test.each(["a#1.pdf", "a?1.pdf", "100% a.pdf", ".drafts/a.pdf"])("a file for download named %s is reported", (name) => {
  cpSync(join(before, "files", "huang-qi-cn.pdf"), join(paths.public, "files", name));
  expect(findFileProblem(`/files/${name}`)).toMatchObject({ key: "fileName" });
});

test("a share picture that is too small or damaged is named", async () => {
  const small = join(paths.public, "files", "small.png");
  await createPhoto(299, 600).png().toFile(small);
  writeFileSync(join(paths.public, "files", "cut.png"), readFileSync(small).subarray(0, 100));
  append("settings/cn.yaml", "sharePicture: /files/small.png");
  append("settings/en.yaml", "sharePicture: /files/cut.png");
  expect(getProblems()).toEqual([
    "settings/cn.yaml  has 299 × 600 pixels: 300 × 300 at least, better 1200 × 630",
    expect.stringMatching(
      /^settings\/en\.yaml {2}the picture \/files\/cut\.png can’t be shown: it must be a whole JPEG/,
    ),
  ]);
});

test("a picture in a text that the page can't show is reported with its line and advice", async () => {
  for (const name of ["photo.JPG", "照片.png"]) await createPhoto(20, 10).toFile(join(paths.public, "files", name));
  cpSync(testPhoto, join(folder, "product/dang-gui/beside.jpeg"));
  writeFileSync(join(paths.public, "files", "film.mp4"), "x");
  const wrongTargets = [
    ["/files/none.jpg", "there is no such photo"],
    ["/files/photo.jpg", "there is no such photo"],
    ["Beside.jpg", "there is no such photo"],
    ["https://example.com/a.jpg", "there is no such photo"],
    ["/files/film.mp4", "it must be a whole JPEG"],
  ] as const;
  const fine = ["/files/photo.JPG", "/files/照片.png", "beside.jpeg", "/plates/huang-qi.svg", "/logo.svg"];
  append(
    "product/dang-gui/cn.md",
    [...fine, ...wrongTargets.map(([target]) => target)].map((one) => `![图](${one})`).join("\n"),
  );
  expect(getProblems()).toEqual(
    wrongTargets.map(([target, reason]): unknown =>
      expect.stringContaining(`product/dang-gui/cn.md  the picture ${target} can’t be shown: ${reason}`),
    ),
  );
  const { problems } = readContentFolder(folder);
  const last = readFileSync(path("product/dang-gui/cn.md"), "utf8").trimEnd().split("\n").length;
  expect(problems.map(({ line }) => line)).toEqual(
    wrongTargets.map((_, index) => last - wrongTargets.length + 1 + index),
  );
});
