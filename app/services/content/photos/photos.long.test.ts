import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { setUpContentCopy, setUpPublicCopy } from "#tests/setup/content/content-copy.ts";
import { createDeclaredAvif, createPhoto, testPhoto } from "#tests/setup/content/test-photo.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { inspectPhoto, removeMetadata, writePhotos } from "./process-photos.ts";

const { resolvePath, edit, getProblems, expectProblems, withIndex } = setUpContentCopy();
setUpPublicCopy();
const itemPath = "product/huang-qi";
const inItem = (name: string) => resolvePath(`${itemPath}/${name}`);

/** Makes a photo the cover of an item, with descriptions in both languages. */
function setCover(name: string, folder = itemPath): void {
  edit(`${folder}/index.cn.md`, /^plate: .*$/m, `cover: ${JSON.stringify(name)}`);
  for (const language of ["cn", "en"])
    edit(
      `${folder}/index.${language}.md`,
      /^summary:/m,
      `alt:\n  - photo: ${JSON.stringify(name)}\n    description: 图\nsummary:`,
    );
}

/**
 * Makes each photo the cover of a different item, so that reading the content once checks all photos.
 * @returns the items' folders
 */
async function setCovers(photos: [name: string, create?: () => Buffer | Promise<Buffer>][]): Promise<string[]> {
  const products = readdirSync(resolvePath("product")).filter((id) => id !== "dan-shen");
  const items = ["page/quality", ...products.map((id) => `product/${id}`)].slice(0, photos.length);
  expect(items).toHaveLength(photos.length);
  for (const [index, [name, create]] of photos.entries()) {
    if (create) writeFileSync(resolvePath(`${items[index]}/${name}`), await create());
    setCover(name, items[index]);
  }
  return items;
}

async function getInfo(id: string, locale: "cn" | "en" = "cn") {
  const { index, dispose } = await compileTestContent(resolvePath(""));
  const info = index.getItem("product", locale, id);
  dispose();
  return info as { cover?: { src: string }; gallery: { src: string; alt: string }[]; body: string };
}

test("photos are upright, and have a width, a height, and a description in each language", async () => {
  await expectProblems();
  const photo = {
    src: expect.stringMatching(/^\/photos\/[0-9a-f]{20}-900x1200\.jpg$/) as string,
    width: 900,
    height: 1200,
  };
  const cn = await getInfo("dan-shen");
  expect(cn.cover).toEqual({ ...photo, alt: "木板上的三片丹参" });
  expect(cn.gallery).toEqual([cn.cover, expect.objectContaining({ src: "/plates/dan-shen.svg" }), expect.anything()]);
  expect(cn.body).toContain(`<figure><img src="${cn.cover!.src}"`);
  expect((await getInfo("dan-shen", "en")).cover).toEqual({ ...photo, alt: "Three slices of salvia root on a board" });
});

test("the gallery of a product without photos has the plate of its herb", async () => {
  const listPictures = async () => (await getInfo("dan-shen")).gallery.map(({ src }) => src.replace(/.*\//, ""));
  edit(`product/dan-shen/index.cn.md`, /^gallery: .*\n/m, "");
  expect(await listPictures()).toEqual(["dan-shen.svg"]);
  edit(`product/dan-shen/index.cn.md`, /^herb: .*\n/m, "");
  expect(await listPictures()).toEqual([]);
});

test("a product may say that it has no herb, and have no picture", async () => {
  edit(`${itemPath}/index.cn.md`, /^plate: .*\n/m, "");
  edit(`${itemPath}/index.cn.md`, /^herb: .*\n/m, "herb: none\n");
  await expectProblems();
  expect((await getInfo("huang-qi")).cover).toBeUndefined();
});

test("photos are stored as JPEG, PNG or GIF, in products and plain pages", async () => {
  const photos: [name: string, type: string, create: () => Promise<Buffer>][] = [
    ["photo.JPG", "jpg", () => createPhoto(2000, 1000).jpeg().toBuffer()],
    ["photo.jpeg", "jpg", () => createPhoto(20, 10).jpeg().toBuffer()],
    ["photo.png", "png", () => createPhoto(20, 10).png().toBuffer()],
    ["照片 1.webp", "jpg", () => createPhoto(20, 10).webp().toBuffer()],
    ["photo.avif", "jpg", () => createPhoto(20, 10).avif().toBuffer()],
    ["photo.TIF", "jpg", () => createPhoto(20, 10).tiff().toBuffer()],
    ["photo.gif", "gif", () => createPhoto(20, 10).gif().toBuffer()],
    ["clear.webp", "png", () => createPhoto(20, 10).ensureAlpha(0.5).webp().toBuffer()],
  ];
  const items = await setCovers(photos.map(([name, , create]) => [name, create]));
  await expectProblems();
  await withIndex((index) => {
    for (const [position, [name, type]] of photos.entries()) {
      const [kind, id] = items[position]!.split("/") as ["page" | "product", string];
      const { src } = index.getItem(kind, "cn", id)!["cover"] as { src: string };
      expect(src, name).toMatch(new RegExp(`^/photos/[0-9a-f]{20}-(1600x800|20x10)\\.${type}$`));
    }
  });
});

test("a stored photo has no metadata, unused photos are deleted, and the owner's files stay", async () => {
  const target = createTestFolder();
  const { photos } = await readContentFolder(resolvePath(""));
  await getInfo("dan-shen");
  writeFileSync(join(target, `${"0".repeat(20)}-1x1.jpg`), "old");
  writeFileSync(join(target, "mine.jpg"), "mine");
  await writePhotos(photos.getUsed(), target);
  const [storedName] = readdirSync(target).filter((name) => name !== "mine.jpg");
  expect(readdirSync(target)).toHaveLength(2);
  const { width, height, exif, orientation } = await sharp(join(target, storedName!)).metadata();
  expect([width, height, exif, orientation]).toEqual([900, 1200, undefined, undefined]);
  expect((await sharp(testPhoto).metadata()).exif).toBeDefined();
  expect(existsSync(join(target, "mine.jpg"))).toBe(true);
});

const noPhotoMessage = "there is no such photo";
const unreadableMessage = "it must be a whole JPEG";
const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat", "latin1");
const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
const createHuge = () => createPhoto(15_000, 15_000).png({ compressionLevel: 1 }).toBuffer();
const createDeep = () => createPhoto(11_000, 11_000).toColourspace("rgb16").png({ compressionLevel: 1 }).toBuffer();

test("covers that can't be shown are reported with their lines", async () => {
  const covers: [cover: string, message: string, create?: () => Buffer | Promise<Buffer>][] = [
    ["photo.jpg", noPhotoMessage], // a missing file
    ["dan-shen", noPhotoMessage], // the id of a herb
    ["C:\\Users\\li\\photo.jpg", noPhotoMessage], // a Windows path
    ["https://example.com/photo.jpg", noPhotoMessage], // another site
    ["../../../photo.jpg", noPhotoMessage], // outside the content folder
    ["IMG_1.HEIC", unreadableMessage, () => heic], // HEIC
    ["photo.png", unreadableMessage, () => svg], // an SVG called PNG
    ["film.mp4", unreadableMessage, () => Buffer.from("x")], // a film
    ["photo.jpg", "it must have 40 MB at most", () => Buffer.alloc(40_000_001)], // too many bytes
    ["photo.png", "it must have 210 million pixels at most", createHuge], // too many pixels
    ["photo.png", "half of that with 16 bits a colour", createDeep], // too many bytes of pixels
  ];
  const items = await setCovers(covers.map(([cover, , create]) => [cover, create]));
  const problems = await getProblems();
  for (const [position, [cover, message]] of covers.entries()) {
    const file = `${items[position]}/index.cn.md`;
    const lines = readFileSync(resolvePath(file), "utf8").split("\n");
    const line = lines.findIndex((text) => text.startsWith("cover:")) + 1;
    const start = `${file}:${line} cover the picture ${cover} can’t be shown: `;
    expect(problems.find((problem) => problem.startsWith(start))).toContain(message);
  }
  expect(problems).toHaveLength(covers.length);
});

test.each<[name: string, reason: string | undefined, create: () => Promise<Buffer>]>([
  [
    "an interlaced one",
    "pixels",
    () => createPhoto(8500, 8000).png({ compressionLevel: 1, progressive: true }).toBuffer(),
  ],
  ["one of the same size", undefined, () => createPhoto(8500, 8000).png({ compressionLevel: 1 }).toBuffer()],
  ["an AVIF", "pixels", () => createDeclaredAvif(5001, 5000)],
  ["a film of 70 frames", "pixels", () => createFilm(70)],
  ["a film of 20 frames", undefined, () => createFilm(20)],
])("the size limit is lower for a photo that must be decoded as a whole: %s", async (_name, reason, create) => {
  const inspection = await inspectPhoto(await create());
  expect("reason" in inspection ? inspection.reason : undefined).toBe(reason);
});

async function createFilm(frames: number): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, n) =>
    createPhoto(1000, 1000, `hsl(${n * 5}, 80%, 50%)`)
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
}

test("text in a PNG, comments in a JPEG and bytes after its end are removed", async () => {
  const [png, jpeg] = await Promise.all([createPhoto(60, 40).png().toBuffer(), createPhoto(60, 40).jpeg().toBuffer()]);
  expect(await removeMetadata(png)).toBe(png);
  const text = Buffer.from("\0\0\0\x0ctEXtArtist\0Zhou \0\0\0\0", "latin1");
  text.writeUInt32BE(crc32(text.subarray(4, -4)), text.length - 4);
  const comment = Buffer.from("\xff\xfe\0\x06Zhou", "latin1");
  for (const bytes of [
    Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]),
    Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    Buffer.concat([jpeg, Buffer.from("Zhou")]),
  ]) {
    const cleaned = await removeMetadata(bytes);
    expect([bytes.includes("Zhou"), cleaned.includes("Zhou")]).toEqual([true, false]);
    expect(await sharp(cleaned).metadata()).toMatchObject({ width: 60, height: 40 });
  }
});

test("a photo isn't found by a name in another letter case", async () => {
  cpSync(testPhoto, inItem("photo.JPG"));
  setCover("photo.jpg");
  await expectProblems(/there is no such photo/);
});

test("photos in `public` that contain a location are reported, even if no content file names them", async () => {
  for (const name of ["photo.jpg", "other.jpg"]) cpSync(testPhoto, join(paths.public, "files", name));
  setCover("/files/photo.jpg");
  const message = /a photo below public must not say where it was taken \(GPS\)/;
  await expectProblems(message, message);
});

test("a description that names no photo describes the cover", async () => {
  for (const locale of ["cn", "en"])
    edit(`product/dan-shen/index.${locale}.md`, /- photo: .*\n {4}description/, "- description");
  await expectProblems();
  expect((await getInfo("dan-shen")).cover).toMatchObject({ alt: "木板上的三片丹参" });
});

test("missing descriptions, and descriptions of unknown photos, are reported in the file of their language", async () => {
  edit("product/dan-shen/index.en.md", "photo: IMG_0042.JPG", "photo: IMG_0024.JPG");
  edit("product/dan-shen/index.cn.md", /^alt:\n.*\n.*\n/m, "");
  await expectProblems(
    "product/dan-shen/index.cn.md:2 alt IMG_0042.JPG needs a description",
    /^product\/dan-shen\/index\.en\.md:\d+ alt IMG_0042\.JPG needs a description$/,
    "product/dan-shen/index.en.md:17 alt[0].photo the item has no photo of this name",
  );
});

test("an item with both a plate and a cover is reported", async () => {
  edit("product/dan-shen/index.cn.md", "cover: ./IMG_0042.JPG", "cover: ./IMG_0042.JPG\nplate: dan-shen");
  await expectProblems(/^product\/dan-shen\/index\.cn\.md:\d+ plate isn’t shown beside a cover$/);
});

test("a herb without a plate shows the fallback", async () => {
  rmSync(join(paths.public, "plates/huang-qi.svg"));
  await expectProblems();
  expect((await getInfo("huang-qi")).cover).toMatchObject({ src: "/fallback-plate.svg", width: 400, height: 500 });
});

test("a motif is a plate without a herb, and has a description in each language", async () => {
  writeFileSync(join(paths.public, "plates/stove.svg"), "<svg/>");
  edit(`${itemPath}/index.cn.md`, /^plate: .*$/m, "plate: stove");
  edit(`${itemPath}/index.en.md`, /^summary:/m, "alt:\n  - { photo: stove, description: A stove }\nsummary:");
  await expectProblems(`${itemPath}/index.cn.md:2 alt stove needs a description`);
  edit(`${itemPath}/index.cn.md`, /^summary:/m, "alt:\n  - { photo: stove, description: 炉 }\nsummary:");
  await expectProblems();
  expect((await getInfo("huang-qi")).cover).toEqual({ src: "/plates/stove.svg", width: 400, height: 500, alt: "炉" });
  rmSync(join(paths.public, "plates/stove.svg"));
  const message = "plate there is neither a herb stove in herbs nor a drawing public/plates/stove.svg";
  expect(await getProblems()).toContainEqual(expect.stringContaining(message));
});

test("an advert shows a photo with its description", async () => {
  cpSync(testPhoto, resolvePath("adverts/hero.jpg"));
  edit("adverts/cn.yaml", "plate: huang-qi", "cover: hero.jpg\n  alt: 木板");
  edit("adverts/en.yaml", "plate: huang-qi", "cover: hero.jpg");
  await expectProblems("adverts/en.yaml:1 [0].alt needs a description of the photo");
  const { index, dispose } = await compileTestContent(resolvePath(""));
  expect(index.getDocument("adverts", "cn")["rows"]).toContainEqual(
    expect.objectContaining({ image: expect.objectContaining({ width: 900, height: 1200, alt: "木板" }) as object }),
  );
  dispose();
});
