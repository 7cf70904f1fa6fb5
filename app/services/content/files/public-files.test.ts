import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { setUpContentCopy, setUpPublicCopy } from "#tests/setup/content/content-copy.ts";
import { createPhoto, testPhoto } from "#tests/setup/content/test-photo.ts";
import { openPublicFiles } from "./public-files.ts";

const { resolvePath, edit, getProblems, expectProblems } = setUpContentCopy();
setUpPublicCopy();

const inPublic = (file: string) => join(paths.public, "files", file);

function append(file: string, text: string): void {
  writeFileSync(resolvePath(file), `${readFileSync(resolvePath(file), "utf8").trimEnd()}\n\n${text}\n`);
}

test("a download must exist in the same letter case and not be empty, and is listed with its size", async () => {
  edit("product/huang-qi/index.en.md", "/files/huang-qi-en.pdf", "/files/Huang-Qi-en.pdf");
  edit("batch/HQ-2601.yaml", "/files/certificate-HQ250901.pdf", "/files/empty.pdf");
  writeFileSync(inPublic("empty.pdf"), "");
  append("product/dang-gui/index.cn.md", "[x](/files/test-photo.jpg) [y](/files/program.exe)");
  writeFileSync(inPublic("program.exe"), "x");
  const missing = (path: string) => `there is no file ${path} below public. Capital and small letters must match`;
  expect((await getProblems()).map((problem) => problem.replace(/:\d+ \S+/, ""))).toEqual([
    "batch/HQ-2601.yaml the file /files/empty.pdf is empty",
    "product/dang-gui/index.cn.md the site serves no files of this type",
    `product/dang-gui/index.cn.md ${missing("/files/test-photo.jpg")}`,
    `product/huang-qi/index.en.md ${missing("/files/Huang-Qi-en.pdf")}`,
  ]);
  const item = [...(await readContentFolder(resolvePath(""))).source.items].find(({ id }) => id === "huang-qi")!;
  expect(item.translations.cn!.attachments[0]!.size).toBeGreaterThan(10_000);
});

test.each<[string, string | Buffer, string | undefined]>([
  ["a.pdf", "PK\x03\x04word/document.xml", "otherType"],
  ["b.pdf", "<!doctype html><title>Login</title>", "otherType"],
  ["c.PDF", "%PDF-1.7\n1 0 obj", "noEnd"],
  ["d.pdf", `%PDF-1.7\n${"x".repeat(9000)}\nstartxref\n9\n%%EOF\n`, undefined],
  ["e.pdf", `\n\n%PDF-1.4\n${"x".repeat(9000)}%%EOF${"\0".repeat(500)}`, undefined],
  ["f.pdf", `%PDF-1.7 %%EOF${"x".repeat(9000)}`, "noEnd"],
  ["g.docx", "%PDF-1.7\n%%EOF", "otherType"],
  ["h.docx", "PK\x03\x04word", undefined],
  ["i.jpg", "<html>", "otherType"],
  ["j.zip", "PK\x05\x06", undefined],
  ["k.xls", "name;price", "otherType"],
  ["l.txt", "<html>", undefined],
])("the bytes of %s are checked against its extension: %j", (name, content, key) => {
  writeFileSync(inPublic(name), content);
  expect(openPublicFiles(resolvePath("")).findProblem(`/files/${name}`)?.key).toBe(key);
});

test.each([" ", "\0", "\r\n"])("a PDF that is padded with %j counts as complete", (filler) => {
  writeFileSync(inPublic("a.pdf"), `%PDF-1.7\n%%EOF\n${filler.repeat(5000)}`);
  expect(openPublicFiles(resolvePath("")).findProblem("/files/a.pdf")).toBeUndefined();
});

test("a download may be named by a percent-encoded path", async () => {
  cpSync(inPublic("huang-qi-cn.pdf"), inPublic("规格 1.pdf"));
  const address = encodeURI("/files/规格 1.pdf");
  edit("product/huang-qi/index.cn.md", "/files/huang-qi-cn.pdf", address);
  edit("batch/HQ-2601.yaml", "/files/certificate-HQ250901.pdf", address);
  await expectProblems();
});

test("a name with accents matches in composed and decomposed form", async () => {
  const name = "Huáng qí.pdf";
  cpSync(inPublic("huang-qi-cn.pdf"), inPublic(name.normalize("NFD")));
  edit("product/huang-qi/index.cn.md", "/files/huang-qi-cn.pdf", `/files/${name.normalize("NFC")}`);
  await expectProblems();
});

test("a download that can't be served under its name is reported", () => {
  for (const name of ["a#1.pdf", "a?1.pdf", "100% a.pdf", ".drafts/a.pdf"]) {
    cpSync(inPublic("huang-qi-cn.pdf"), inPublic(name));
    expect(openPublicFiles(resolvePath("")).findProblem(`/files/${name}`), name).toMatchObject({ key: "fileName" });
  }
});

test("files of the content folder are found below /files, and a photo with a location is reported", async () => {
  mkdirSync(resolvePath("files"));
  cpSync(inPublic("huang-qi-cn.pdf"), resolvePath("files/检验报告.pdf"));
  cpSync(testPhoto, resolvePath("files/photo.jpg"));
  edit("batch/HQ-2601.yaml", "/files/certificate-HQ250901.pdf", "/files/检验报告.pdf");
  await expectProblems(/^files\/photo.jpg.*where it was taken/);
  const batch = (await readContentFolder(resolvePath(""))).source.batches.find(({ id }) => id === "HQ-2601");
  expect(batch!.certificate!.size).toBeGreaterThan(10_000);
});

test("a share picture that is too small or damaged is reported", async () => {
  const small = inPublic("small.png");
  await createPhoto(299, 600).png().toFile(small);
  writeFileSync(inPublic("cut.png"), readFileSync(small).subarray(0, 100));
  append("settings/cn.yaml", "sharePicture: /files/small.png");
  append("settings/en.yaml", "sharePicture: /files/cut.png");
  await expectProblems(
    /^settings\/cn\.yaml:\d+ sharePicture has 299 × 600 pixels: 300 × 300 at least, better 1200 × 630$/,
    /^settings\/en\.yaml:\d+ sharePicture the picture .*cut\.png can’t be shown: it must be a whole JPEG/,
  );
});

test("an undisplayable picture in a text is reported with its line and the reason", async () => {
  for (const name of ["photo.JPG", "照片.png"]) await createPhoto(20, 10).toFile(inPublic(name));
  cpSync(testPhoto, resolvePath("product/dang-gui/beside.jpeg"));
  writeFileSync(inPublic("film.mp4"), "x");
  const wrongTargets = [
    ["/files/none.jpg", "there is no such photo"],
    ["/files/photo.jpg", "there is no such photo"],
    ["Beside.jpg", "there is no such photo"],
    ["https://example.com/a.jpg", "there is no such photo"],
    ["/files/film.mp4", "it must be a whole JPEG"],
  ] as const;
  const validTargets = ["/files/photo.JPG", "/files/照片.png", "beside.jpeg", "/plates/huang-qi.svg", "/logo.svg"];
  append(
    "product/dang-gui/index.cn.md",
    [...validTargets, ...wrongTargets.map(([target]) => target)].map((one) => `![图](${one})`).join("\n"),
  );
  const lineCount = readFileSync(resolvePath("product/dang-gui/index.cn.md"), "utf8").trimEnd().split("\n").length;
  const expected = wrongTargets.map(([target, reason], index) => {
    const line = lineCount - wrongTargets.length + 1 + index;
    return `product/dang-gui/index.cn.md:${line} (text) the picture ${target} can’t be shown: ${reason}`;
  });
  expect(await getProblems()).toEqual(expected.map((start): unknown => expect.stringContaining(start)));
});
