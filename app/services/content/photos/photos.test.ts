import { cpSync, existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compileTestContent } from "../../../../tests/setup/compiled-content.ts";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { createPhoto, testPhoto } from "../../../../tests/setup/test-photo.ts";
import { paths } from "../../runtime/paths.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { writePhotos } from "./write-photos.ts";

// Each test starts a process that decodes photos.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
const originalPublic = paths.public;
const item = "product/huang-qi";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "content-"));
  cpSync(testContent, folder, { recursive: true });
  paths.public = mkdtempSync(join(tmpdir(), "public-"));
  cpSync(originalPublic, paths.public, { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(paths.public, { recursive: true });
  paths.public = originalPublic;
});

const inItem = (name: string) => join(folder, item, name);

function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(folder, file), "utf8");
  expect(before).toMatch(from);
  writeFileSync(join(folder, file), before.replace(from, to));
}

/** Makes a photo the cover of the item, with descriptions in both languages. */
function setCover(name: string): void {
  edit(`${item}/item.yaml`, /^plate: .*$/m, `cover: ${JSON.stringify(name)}`);
  for (const language of ["cn", "en"])
    edit(`${item}/${language}.md`, /^packaging/m, `alt:\n  ${JSON.stringify(name)}: 图\npackaging`);
}

function getProblems(): string[] {
  return readContentFolder(folder).problems.map(
    ({ file, line, field, message }) => `${file.slice(folder.length + 1)}:${line} ${field} ${message}`,
  );
}

function getInfo(id: string, locale: "cn" | "en" = "cn") {
  const { index, dispose } = compileTestContent(folder);
  const info = index.getItem("product", locale, id);
  dispose();
  return info as { cover?: { src: string }; gallery: { src: string; alt: string }[]; body: string };
}

test("photos are upright, and have their size and a description in each language", () => {
  expect(getProblems()).toEqual([]);
  const photo = {
    src: expect.stringMatching(/^\/photos\/[0-9a-f]{20}-900x1200\.jpg$/) as string,
    width: 900,
    height: 1200,
  };
  const cn = getInfo("dan-shen");
  expect(cn.cover).toEqual({ ...photo, alt: "木板上的三片丹参" });
  expect(cn.gallery).toEqual([cn.cover, expect.objectContaining({ src: "/plates/dan-shen.svg" }), expect.anything()]);
  expect(cn.body).toContain(`<figure><img src="${cn.cover!.src}"`);
  expect(getInfo("dan-shen", "en").cover).toEqual({ ...photo, alt: "Three slices of salvia root on a board" });
});

test("a product needs no herb and no picture", () => {
  edit(`${item}/item.yaml`, /^plate: .*\n/m, "");
  edit(`${item}/item.yaml`, /^herb: .*\n/m, "");
  expect(getProblems()).toEqual([]);
  expect(getInfo("huang-qi").cover).toBeUndefined();
});

test.each([
  ["photo.JPG", "jpg", () => createPhoto(2000, 1000).jpeg().toBuffer()],
  ["photo.jpeg", "jpg", () => createPhoto(20, 10).jpeg().toBuffer()],
  ["photo.png", "png", () => createPhoto(20, 10).png().toBuffer()],
  ["照片 1.webp", "jpg", () => createPhoto(20, 10).webp().toBuffer()],
  ["photo.avif", "jpg", () => createPhoto(20, 10).avif().toBuffer()],
  ["photo.TIF", "jpg", () => createPhoto(20, 10).tiff().toBuffer()],
  ["photo.gif", "gif", () => createPhoto(20, 10).gif().toBuffer()],
  ["clear.webp", "png", () => createPhoto(20, 10).ensureAlpha(0.5).webp().toBuffer()],
])("%s is stored as %s", async (name, type, create) => {
  writeFileSync(inItem(name), await create());
  setCover(name);
  expect(getProblems()).toEqual([]);
  expect(getInfo("huang-qi").cover!.src).toMatch(new RegExp(`^/photos/[0-9a-f]{20}-(1600x800|20x10)\\.${type}$`));
});

test("a stored photo has no metadata, unused photos are deleted, and the owner's files stay", async () => {
  const target = mkdtempSync(join(tmpdir(), "photos-"));
  const { photos } = readContentFolder(folder);
  getInfo("dan-shen");
  writeFileSync(join(target, `${"0".repeat(20)}-1x1.jpg`), "old");
  writeFileSync(join(target, "mine.jpg"), "mine");
  writePhotos(photos.getUsed(), target);
  const [stored] = readdirSync(target).filter((name) => name !== "mine.jpg");
  expect(readdirSync(target)).toHaveLength(2);
  const { width, height, exif, orientation } = await sharp(join(target, stored!)).metadata();
  expect({ width, height, exif, orientation }).toEqual({
    width: 900,
    height: 1200,
    exif: undefined,
    orientation: undefined,
  });
  expect((await sharp(testPhoto).metadata()).exif).toBeDefined();
  expect(existsSync(join(target, "mine.jpg"))).toBe(true);
  rmSync(target, { recursive: true });
});

const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat", "latin1");

test.each<[what: string, cover: string, message: string, file?: [name: string, bytes: () => Buffer | Promise<Buffer>]]>(
  [
    [
      "a missing file",
      "photo.jpg",
      "there is no such file: put the file beside the text and write its name, such as photo.jpg",
    ],
    [
      "another case",
      "Photo.jpg",
      "there is no such file: did you mean photo.JPG?",
      ["photo.JPG", () => readFileSync(testPhoto)],
    ],
    [
      "another extension",
      "photo.jpg",
      "there is no such file: did you mean photo.jpeg?",
      ["photo.jpeg", () => readFileSync(testPhoto)],
    ],
    [
      "a typing error",
      "plam.jpg",
      "there is no such file: did you mean plan.jpg?",
      ["plan.jpg", () => readFileSync(testPhoto)],
    ],
    ["a path of Windows", "C:\\Users\\li\\photo.jpg", "it is on your computer: put"],
    ["another site", "https://example.com/photo.jpg", "it isn't on this site: put"],
    ["outside", "../../../photo.jpg", "it is outside the content: put"],
    ["with /public", "/public/files/photo.jpg", "there is no such file: leave out /public and write /files/photo.jpg"],
    [
      "HEIC",
      "IMG_1.HEIC",
      "it is a HEIC photo, which the site can't read: save it as JPEG",
      ["IMG_1.HEIC", () => heic],
    ],
    ["HEIC called JPEG", "IMG_1.jpg", "it is a HEIC photo", ["IMG_1.jpg", () => heic]],
    [
      "no picture",
      "photo.jpg",
      "it isn't a picture, whatever its name says",
      ["photo.jpg", () => Buffer.from("a page")],
    ],
    [
      "an SVG called PNG",
      "photo.png",
      "it isn't a picture",
      ["photo.png", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")],
    ],
    [
      "cut off",
      "photo.jpg",
      "it is damaged and can't be read to its end",
      ["photo.jpg", () => readFileSync(testPhoto).subarray(0, 6000)],
    ],
    ["empty", "photo.jpg", "it is empty: copy it again", ["photo.jpg", () => Buffer.alloc(0)]],
    [
      "a film",
      "film.mp4",
      "a file of this type can't be: save it as JPEG or PNG",
      ["film.mp4", () => Buffer.from("x")],
    ],
    [
      "too many bytes",
      "photo.jpg",
      "it has 40 MB: 40 MB at most, make it smaller",
      ["photo.jpg", () => Buffer.alloc(40_000_001)],
    ],
    [
      "too many pixels",
      "photo.png",
      "it has 225 million pixels: 210 million at most",
      ["photo.png", () => createPhoto(15_000, 15_000).png({ compressionLevel: 1 }).toBuffer()],
    ],
  ],
)("a cover that can't be shown is named with its line and what to do: %s", async (_what, cover, message, file) => {
  if (file) writeFileSync(inItem(file[0]), await file[1]());
  setCover(cover);
  expect(getProblems()).toEqual([
    expect.stringContaining(`${item}/item.yaml:4 cover ${cover} isn't shown: ${message}`),
  ]);
});

test("a photo below public with a location is refused", () => {
  mkdirSync(join(paths.public, "files"), { recursive: true });
  cpSync(testPhoto, join(paths.public, "files", "photo.jpg"));
  setCover("/files/photo.jpg");
  expect(getProblems()).toEqual([
    expect.stringContaining("it says where it was taken (GPS), and everybody could read that"),
  ]);
});

test("missing descriptions, and those of unknown photos, are reported in the file of their language", () => {
  edit("product/dan-shen/en.md", /^ {2}IMG_0042\.JPG: .*$/m, "  IMG_0024.JPG: A board");
  edit("product/dan-shen/cn.md", /^alt:\n.*\n/m, "");
  expect(getProblems()).toEqual([
    "product/dan-shen/cn.md:2 alt IMG_0042.JPG has no description: add `alt:` and below it, indented, `IMG_0042.JPG: what it shows`",
    "product/dan-shen/en.md:17 alt.IMG_0024.JPG item.yaml has no such photo: did you mean IMG_0042.JPG?",
  ]);
});

test.each(["IMG_0042", "photo.JPG", "微信图片_20260901", "DSC 0042"])("%s isn't a description of a photo", (words) => {
  edit("product/dan-shen/en.md", /^ {2}IMG_0042\.JPG: .*$/m, `  IMG_0042.JPG: ${words}`);
  expect(getProblems()).toEqual([
    expect.stringContaining(`alt.IMG_0042.JPG ${words} is the name of a file: write what the photo shows`),
  ]);
});

test("the advice is to add a missing description to the existing ones", () => {
  edit("product/dan-shen/cn.md", "  IMG_0042.JPG: ", "  drying.png: ");
  expect(getProblems()).toContainEqual(
    expect.stringContaining("IMG_0042.JPG has no description: add below `alt:`, indented, `IMG_0042.JPG: what"),
  );
});

test("a photo as a plate, a herb as a cover, and both together are reported with the right field", () => {
  edit(`${item}/item.yaml`, "plate: huang-qi", "plate: photo.jpg");
  edit("product/dan-shen/item.yaml", "cover: ./IMG_0042.JPG", "cover: dan-shen\nplate: dan-shen");
  expect(getProblems()).toEqual([
    "product/dan-shen/item.yaml:3 cover dan-shen isn't a file: write the name of a photo, such as photo.jpg, or `plate:` and a herb",
    "product/dan-shen/item.yaml:4 plate isn't shown beside a `cover`: remove one of them, or put it into `gallery`",
    `${item}/item.yaml:4 plate photo.jpg is a photo: write \`cover: photo.jpg\``,
  ]);
});

test("an advert shows a photo with its description", () => {
  cpSync(testPhoto, join(folder, "adverts", "hero.jpg"));
  edit("adverts/cn.yaml", "plate: huang-qi", "cover: hero.jpg\n  alt: 木板");
  edit("adverts/en.yaml", "plate: huang-qi", "cover: hero.jpg");
  expect(getProblems()).toEqual([
    "adverts/en.yaml:1 [0].alt is missing: add `alt:` and what hero.jpg shows, for those who don't see it",
  ]);
  const { index, dispose } = compileTestContent(folder);
  expect(index.getDocument("adverts", "cn")["rows"]).toContainEqual(
    expect.objectContaining({ image: expect.objectContaining({ width: 900, height: 1200, alt: "木板" }) as object }),
  );
  dispose();
});
