import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { compileTestContent } from "../../../../tests/setup/compiled-content.ts";
import { setUpContentCopy, setUpPublicCopy } from "../../../../tests/setup/content-copy.ts";
import { createPhoto, testPhoto } from "../../../../tests/setup/test-photo.ts";
import { paths } from "../../runtime/paths.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { writePhotos } from "./photo-process.ts";

// Each test starts a process that decodes photos.
vi.setConfig({ testTimeout: 60_000 });

const { resolvePath, edit, getProblems } = setUpContentCopy();
setUpPublicCopy();
const item = "product/huang-qi";
const inItem = (name: string) => resolvePath(`${item}/${name}`);

/** Makes a photo the cover of the item, with descriptions in both languages. */
function setCover(name: string): void {
  edit(`${item}/item.yaml`, /^plate: .*$/m, `cover: ${JSON.stringify(name)}`);
  for (const language of ["cn", "en"])
    edit(`${item}/${language}.md`, /^packaging/m, `alt:\n  ${JSON.stringify(name)}: 图\npackaging`);
}

function getInfo(id: string, locale: "cn" | "en" = "cn") {
  const { index, dispose } = compileTestContent(resolvePath(""));
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
  const { photos } = readContentFolder(resolvePath(""));
  getInfo("dan-shen");
  writeFileSync(join(target, `${"0".repeat(20)}-1x1.jpg`), "old");
  writeFileSync(join(target, "mine.jpg"), "mine");
  writePhotos(photos.getUsed(), target);
  const [stored] = readdirSync(target).filter((name) => name !== "mine.jpg");
  expect(readdirSync(target)).toHaveLength(2);
  const { width, height, exif, orientation } = await sharp(join(target, stored!)).metadata();
  expect([width, height, exif, orientation]).toEqual([900, 1200, undefined, undefined]);
  expect((await sharp(testPhoto).metadata()).exif).toBeDefined();
  expect(existsSync(join(target, "mine.jpg"))).toBe(true);
  rmSync(target, { recursive: true });
});

const noPhoto = "there is no such photo";
const unreadable = "it must be a whole JPEG";
const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat", "latin1");
const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
const createHuge = () => createPhoto(15_000, 15_000).png({ compressionLevel: 1 }).toBuffer();

test.each<[what: string, cover: string, message: string, create?: () => Buffer | Promise<Buffer>]>([
  ["a missing file", "photo.jpg", noPhoto],
  ["a herb", "dan-shen", noPhoto],
  ["a path of Windows", "C:\\Users\\li\\photo.jpg", noPhoto],
  ["another site", "https://example.com/photo.jpg", noPhoto],
  ["outside", "../../../photo.jpg", noPhoto],
  ["HEIC", "IMG_1.HEIC", unreadable, () => heic],
  ["HEIC called JPEG", "IMG_1.jpg", unreadable, () => heic],
  ["no picture", "photo.jpg", unreadable, () => Buffer.from("a page")],
  ["an SVG called PNG", "photo.png", unreadable, () => svg],
  ["cut off", "photo.jpg", unreadable, () => readFileSync(testPhoto).subarray(0, 6000)],
  ["empty", "photo.jpg", unreadable, () => Buffer.alloc(0)],
  ["a film", "film.mp4", unreadable, () => Buffer.from("x")],
  ["too many bytes", "photo.jpg", "it must have 40 MB at most", () => Buffer.alloc(40_000_001)],
  ["too many pixels", "photo.png", "it must have 210 million pixels at most", createHuge],
])("a cover that can't be shown is named with its line: %s", async (_what, cover, message, create) => {
  if (create) writeFileSync(inItem(cover), await create());
  setCover(cover);
  const start = `${item}/item.yaml:4 cover the picture ${cover} can’t be shown: ${message}`;
  expect(getProblems()).toEqual([expect.stringContaining(start)]);
});

test("a name in another case is no photo", () => {
  cpSync(testPhoto, inItem("photo.JPG"));
  setCover("photo.jpg");
  expect(getProblems()).toEqual([expect.stringContaining(noPhoto)]);
});

test("photos below public with a location are refused, whether a file names them or not", () => {
  for (const name of ["photo.jpg", "other.jpg"]) cpSync(testPhoto, join(paths.public, "files", name));
  setCover("/files/photo.jpg");
  const message = "a photo below public must not say where it was taken (GPS)";
  expect(getProblems()).toEqual([expect.stringContaining(message), expect.stringContaining(message)]);
});

test("missing descriptions, and those of unknown photos, are reported in the file of their language", () => {
  edit("product/dan-shen/en.md", /^ {2}IMG_0042\.JPG: .*$/m, "  IMG_0024.JPG: A board");
  edit("product/dan-shen/cn.md", /^alt:\n.*\n/m, "");
  expect(getProblems()).toEqual([
    "product/dan-shen/cn.md:2 alt IMG_0042.JPG needs a description",
    expect.stringMatching(/^product\/dan-shen\/en\.md:\d+ alt IMG_0042\.JPG needs a description$/),
    "product/dan-shen/en.md:17 alt.IMG_0024.JPG item.yaml has no photo of this name",
  ]);
});

test("a plate beside a cover is reported", () => {
  edit("product/dan-shen/item.yaml", "cover: ./IMG_0042.JPG", "cover: ./IMG_0042.JPG\nplate: dan-shen");
  expect(getProblems()).toEqual(["product/dan-shen/item.yaml:4 plate isn’t shown beside a cover"]);
});

test("a herb without a plate shows the fallback", () => {
  rmSync(join(paths.public, "plates/huang-qi.svg"));
  expect(getProblems()).toEqual([]);
  expect(getInfo("huang-qi").cover).toMatchObject({ src: "/fallback-plate.svg", width: 400, height: 500 });
});

test("an advert shows a photo with its description", () => {
  cpSync(testPhoto, resolvePath("adverts/hero.jpg"));
  edit("adverts/cn.yaml", "plate: huang-qi", "cover: hero.jpg\n  alt: 木板");
  edit("adverts/en.yaml", "plate: huang-qi", "cover: hero.jpg");
  expect(getProblems()).toEqual(["adverts/en.yaml:1 [0].alt needs a description of the photo"]);
  const { index, dispose } = compileTestContent(resolvePath(""));
  expect(index.getDocument("adverts", "cn")["rows"]).toContainEqual(
    expect.objectContaining({ image: expect.objectContaining({ width: 900, height: 1200, alt: "木板" }) as object }),
  );
  dispose();
});
