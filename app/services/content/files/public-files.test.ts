import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { createPhoto, testPhoto } from "../../../../tests/setup/test-photo.ts";
import { paths } from "../../runtime/paths.ts";
import { readContentFolder } from "./content-folder.ts";

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

/** Returns every problem, with its file. */
function getProblems(): string[] {
  return readContentFolder(folder).problems.map(({ file, message }) =>
    `${file}  ${message}`.replaceAll(`${folder}/`, "").replaceAll(`${paths.public}/`, "public/"),
  );
}

test("files that aren't served, and names in another case, are reported", () => {
  for (const name of ["测试 1.PDF", "test-program.exe", ".hidden", "Test-Photo.JPG", "价目.et", "介绍.DPS"])
    writeFileSync(join(paths.public, "files", name), "%PDF-1.7");
  edit("product/huang-qi/en.md", "/files/huang-qi-en.pdf", "/files/Huang-Qi-en.pdf");
  edit("product/huang-qi/cn.md", "/files/huang-qi-cn.pdf", "/files/测试 1.PDF");
  const links = ["</files/测试 1.PDF>", "/files/test-photo.jpg", "/public/files/Test-Photo.JPG"];
  append("product/dang-gui/cn.md", links.map((link) => `[x](${link})`).join("\n\n"));
  expect(getProblems()).toEqual([
    "public/files/test-program.exe  the site doesn't serve files of this type: save it as PDF, JPEG, PNG or MP4, or put it into a ZIP file",
    "product/huang-qi/en.md  there is no public/files/Huang-Qi-en.pdf: did you mean /files/huang-qi-en.pdf?",
    "product/dang-gui/cn.md  the link to /files/test-photo.jpg leads nowhere: there is no public/files/test-photo.jpg: did you mean /files/Test-Photo.JPG?",
    "product/dang-gui/cn.md  the link to /public/files/Test-Photo.JPG leads nowhere: there is no public/public/files/Test-Photo.JPG: leave out /public and write /files/Test-Photo.JPG",
  ]);
});

test("a percent-encoded name of a file for download is accepted", () => {
  cpSync(join(before, "files", "huang-qi-cn.pdf"), join(paths.public, "files", "规格 1.pdf"));
  const address = encodeURI("/files/规格 1.pdf");
  edit("product/huang-qi/cn.md", "/files/huang-qi-cn.pdf", address);
  edit("batch/HQ-2601.yaml", "/files/certificate-HQ251201.pdf", address);
  expect(getProblems()).toEqual([]);
});

test.each([
  ["a#1.pdf", "/files/a#1.pdf has a #, which addresses use for something else: rename the file without it"],
  ["a?1.pdf", "/files/a?1.pdf has a ?, which addresses use for something else: rename the file without it"],
  ["100% a.pdf", "/files/100% a.pdf has a %, which addresses use for something else: rename the file without it"],
  [".drafts/a.pdf", "/files/.drafts/a.pdf isn't published, because a name in it begins with . or ~$: rename it"],
])("a file for download with the name %s is reported", (name, message) => {
  cpSync(join(before, "files", "huang-qi-cn.pdf"), join(paths.public, "files", name));
  edit("product/huang-qi/cn.md", "/files/huang-qi-cn.pdf", `/files/${name}`);
  expect(getProblems()).toEqual([`product/huang-qi/cn.md  ${message}`]);
});

test("a damaged file is reported where the content links to it", () => {
  for (const [name, text] of [
    ["empty.pdf", ""],
    ["empty.xlsx", ""],
    ["page.PDF", "<html>404</html>"],
    ["page.docx", "<html>404</html>"],
    ["locked.xlsx", "\u00d0\u00cf\u0011\u00e0"],
  ] as const)
    writeFileSync(join(paths.public, "files", name), text, "latin1");
  edit("product/huang-qi/en.md", "/files/huang-qi-en.pdf", "/files/page.PDF");
  edit("product/huang-qi/cn.md", "/files/huang-qi-cn.pdf", "/files/empty.pdf");
  append("product/dang-gui/cn.md", "[x](/files/empty.xlsx)");
  append("product/gan-cao/cn.md", "[x](/files/page.docx) [y](/files/locked.xlsx)");
  expect(getProblems().toSorted()).toEqual([
    "product/dang-gui/cn.md  /files/empty.xlsx is empty: copy it again",
    "product/gan-cao/cn.md  /files/page.docx isn't a Word file, whatever its name says: export it as a Word file",
    "product/huang-qi/cn.md  /files/empty.pdf is empty: copy it again",
    "product/huang-qi/en.md  /files/page.PDF isn't a PDF, whatever its name says: export it as a PDF",
  ]);
});

test("files that the site makes itself, and pictures that replace no drawn one, are reported", () => {
  const names = {
    "sitemap.xml": "the site makes what has this address itself, from the items, pages and categories: remove the file",
    "en/rss.xml": "the site makes what has this address itself, from the news: remove the file",
    "theme.css": "the site makes what has this address itself, from content/colours.yaml: remove the file",
    "icons/192.jpg": "isn't used: only icons/192.png is, so save it as PNG with that name",
    "share/dang-gui.JPG": "isn't used: only share/dang-gui.png is, so save it as PNG with that name",
    "share/bozhou-fair.png":
      "isn't used, because only herbs have such pictures: write it as `cover` in the item.yaml of its item",
  };
  const fine = [
    "robots.txt",
    "icons/192.png",
    "share/dang-gui.png",
    "share/site.png",
    "share/other.png",
    "favicon.ico",
  ];
  for (const name of [...Object.keys(names), ...fine]) {
    mkdirSync(dirname(join(paths.public, name)), { recursive: true });
    writeFileSync(join(paths.public, name), "x");
  }
  expect(getProblems().sort()).toEqual(
    Object.entries(names)
      .map(([name, message]) => `public/${name}  ${message}`)
      .sort(),
  );
});

test("links below public are named, and one to the folder that it is in isn't followed", () => {
  symlinkSync("..", join(paths.public, "loop"));
  symlinkSync("/nowhere.pdf", join(paths.public, "files", "gone.pdf"));
  writeFileSync(join(paths.public, "files", "~$price.docx"), "x");
  const remedy = "is a link to another place, which isn't followed: put the file or folder itself here";
  expect(getProblems().sort()).toEqual([`public/files/gone.pdf  ${remedy}`, `public/loop  ${remedy}`]);
});

test("an incomplete download is named as one", () => {
  writeFileSync(join(paths.public, "files", "price.xlsx.crdownload"), "x");
  expect(getProblems()).toEqual([
    "public/files/price.xlsx.crdownload  is an incomplete download, or a file of a program: remove it, and save the file again",
  ]);
});

test("a logo, code or file for download that isn't a picture or is incomplete is named", () => {
  edit("settings/cn.yaml", "logo: /logo.svg", "logo: /files/logo.png");
  edit("settings/en.yaml", "/qr/wechat.svg", "/files/code.JPG");
  edit("product/huang-qi/cn.md", "/files/huang-qi-cn.pdf", "/files/plan.svg");
  writeFileSync(join(paths.public, "files", "logo.png"), "<html>404</html>");
  writeFileSync(join(paths.public, "files", "code.JPG"), "\u0089PNG");
  writeFileSync(
    join(paths.public, "files", "plan.svg"),
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><pa',
  );
  writeFileSync(join(paths.public, "logo.svg"), "nothing");
  expect(getProblems().toSorted()).toEqual([
    "product/huang-qi/cn.md  /files/plan.svg is incomplete: copy or save it again",
    "settings/cn.yaml  /files/logo.png isn't a PNG, whatever its name says: export it as a PNG",
    "settings/en.yaml  /files/code.JPG isn't a JPEG, whatever its name says: export it as a JPEG",
    "settings/en.yaml  /logo.svg isn't an SVG, whatever its name says: export it as an SVG",
  ]);
});

test("a logo or code of another site, or that isn't a picture, is named", () => {
  edit("settings/cn.yaml", "logo: /logo.svg", "logo: https://herbs.example/img/logo.png");
  edit("settings/cn.yaml", "/qr/wechat.svg", "https://herbs.example/");
  edit("settings/en.yaml", "logo: /logo.svg", "logo: /files/huang-qi-en.pdf");
  expect(getProblems().toSorted()).toEqual([
    "settings/cn.yaml  isn't on this site: put the file into public/files and write /files/ and its name",
    "settings/cn.yaml  isn't on this site: put the file into public/files and write /files/logo.png",
    "settings/en.yaml  must be a picture: an SVG, PNG, JPEG, WebP, GIF or AVIF file",
  ]);
});

test("a share picture that is too small or damaged is named", async () => {
  const small = join(paths.public, "files", "small.png");
  await createPhoto(299, 600).png().toFile(small);
  writeFileSync(join(paths.public, "files", "cut.png"), readFileSync(small).subarray(0, 100));
  append("settings/cn.yaml", "sharePicture: /files/small.png");
  append("settings/en.yaml", "sharePicture: /files/cut.png");
  expect(getProblems()).toEqual([
    "settings/cn.yaml  has 299 × 600 pixels: 300 × 300 at least, better 1200 × 630",
    expect.stringMatching(/^settings\/en\.yaml {2}\/files\/cut\.png can't be shown: it is damaged/),
  ]);
});

test("a picture in a text that the page can't show is reported with its line and advice", async () => {
  for (const name of ["photo.JPG", "照片.png"]) await createPhoto(20, 10).toFile(join(paths.public, "files", name));
  cpSync(testPhoto, join(folder, "product/dang-gui/beside.jpeg"));
  writeFileSync(join(paths.public, "files", "film.mp4"), "x");
  const remedy = "put the file beside the text and write its name, such as photo.jpg";
  const wrongTargets = [
    ["/files/none.jpg", `there is no such file: ${remedy}`],
    ["/files/photo.jpg", "there is no such file: did you mean /files/photo.JPG?"],
    ["/public/files/photo.JPG", "there is no such file: leave out /public and write /files/photo.JPG"],
    ["Beside.jpg", "there is no such file: did you mean beside.jpeg?"],
    ["https://example.com/a.jpg", `it isn't on this site: ${remedy}`],
    ["C:\\pictures\\a.jpg", `it is on your computer: ${remedy}`],
    ["/files/film.mp4", "a file of this type can't be: save it as JPEG or PNG"],
  ] as const;
  const fine = ["/files/photo.JPG", "/files/照片.png", "beside.jpeg", "/plates/huang-qi.svg", "/logo.svg"];
  append(
    "product/dang-gui/cn.md",
    [...fine, ...wrongTargets.map(([target]) => target)].map((one) => `![图](${one})`).join("\n"),
  );
  expect(getProblems()).toEqual(
    wrongTargets.map(([target, reason]) => `product/dang-gui/cn.md  the picture ${target} isn't shown: ${reason}`),
  );
  const { problems } = readContentFolder(folder);
  const last = readFileSync(path("product/dang-gui/cn.md"), "utf8").trimEnd().split("\n").length;
  expect(problems.map(({ line }) => line)).toEqual(
    wrongTargets.map((_, index) => last - wrongTargets.length + 1 + index),
  );
});

test("a photo below public with a location is reported once, whether a text uses it or not", async () => {
  const sentence = "it says where it was taken (GPS), and everybody could read that below public";
  mkdirSync(join(paths.public, "files", "fair"));
  for (const name of ["fair/IMG_1.JPG", "named.jpg"]) cpSync(testPhoto, join(paths.public, "files", name));
  await createPhoto(20, 10).toFile(join(paths.public, "files", "fine.jpg"));
  append("product/dang-gui/cn.md", "![图](/files/named.jpg)");
  expect(getProblems()).toEqual([
    `product/dang-gui/cn.md  the picture /files/named.jpg isn't shown: ${sentence}: put the file beside the text and write its name, such as photo.jpg`,
    `public/files/fair/IMG_1.JPG  ${sentence}: export it without the place, or put it beside a text that names it`,
  ]);
});

test("a duplicate menu id, an unknown place of an advert and invalid settings are one problem each", () => {
  append(
    "menu/cn.yaml",
    "- { id: once, type: page, title: 一, path: /about-us }\n- { id: once, type: page, title: 二 }",
  );
  edit("adverts/en.yaml", "aid: home-hero", "aid: home-heros");
  for (const file of ["settings/cn.yaml", "settings/en.yaml"]) writeFileSync(path(file), "company: [\n");
  expect(getProblems()).toEqual([
    expect.stringMatching(/^settings\/cn\.yaml {2}a quote or bracket is opened and never closed/),
    expect.stringMatching(/^settings\/en\.yaml {2}a quote or bracket is opened and never closed/),
    expect.stringMatching(/^adverts\/en\.yaml {2}home-heros isn't one of .*: did you mean home-hero\?$/),
    "menu/cn.yaml  once is also the id of another entry",
  ]);
});

test("the about text in the settings is checked too", () => {
  const text = readFileSync(path("settings/cn.yaml"), "utf8").replace(/^about:.*\n(?: .*\n|\n)*/m, "");
  writeFileSync(path("settings/cn.yaml"), `${text}about: |\n  ##标题\n\n  ![图](a.png) [x](/nowhere)\n`);
  expect(getProblems().map((one) => one.slice(0, 60))).toEqual([
    "settings/cn.yaml  a heading has no space after its #: write ",
    "settings/cn.yaml  the picture a.png isn't shown: there is no",
    "settings/cn.yaml  the link to /nowhere leads nowhere",
  ]);
});
