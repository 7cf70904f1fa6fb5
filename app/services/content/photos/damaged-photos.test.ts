import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createPhoto } from "#tests/setup/content/test-photo.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { inspectPhoto, writePhotos } from "./process-photos.ts";

const raw = { width: 400, height: 300, channels: 3 } as const;
const createNoise = (progressive = false) =>
  sharp(randomBytes(400 * 300 * 3), { raw })
    .jpeg({ progressive })
    .toBuffer();
const photo = await createNoise();
const progressive = await createNoise(true);
/** Creates a photo of soft colours, whose short codes let a decoder read null bytes as picture data. */
const createSoftPhoto = (optimiseCoding: boolean) =>
  sharp(randomBytes(12 * 9 * 3), { raw: { width: 12, height: 9, channels: 3 } })
    .resize(400, 300)
    .jpeg({ optimiseCoding })
    .toBuffer();
const softPhoto = await createSoftPhoto(true);
/** A photo with standard Huffman codes, as most cameras write them. */
const cameraPhoto = await createSoftPhoto(false);
const scanOffset = photo.lastIndexOf(Buffer.from([0xff, 0xda]));
const insert = (offset: number, ...bytes: number[]) =>
  Buffer.concat([photo.subarray(0, offset), Buffer.from(bytes), photo.subarray(offset)]);
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.round(bytes.length * share));

const nullify = (bytes: Buffer, share: number, count = bytes.length) => {
  const start = Math.round(bytes.length * share);
  return Buffer.from(bytes).fill(0, start, Math.min(start + count, bytes.length));
};

/** A photo whose scan header has 0 as the end of the spectrum, as some phones write it. */
const withWrongScan = Buffer.from(photo).fill(0, scanOffset + 12, scanOffset + 13);

test.each<[string, Buffer]>([
  ["a wrong start of the scan", withWrongScan],
  ["stray bytes before a marker", insert(scanOffset, 0, 0, 0)],
  ["no mark of its end", photo.subarray(0, -2)],
  ["no mark of its end, progressive", progressive.subarray(0, -2)],
  ["a few bytes missing at its end", photo.subarray(0, -20)],
  [
    "bytes missing in its middle",
    Buffer.concat([cut(cameraPhoto, 0.5), cameraPhoto.subarray(cameraPhoto.length * 0.5 + 40)]),
  ],
  ["null bytes in its middle", nullify(cameraPhoto, 0.5, 400)],
  ["null bytes at its end", nullify(softPhoto, 0.6)],
])("a JPEG with %s is accepted, noted as damaged, and stored whole", async (_name, bytes) => {
  const inspection = await inspectPhoto(bytes);
  expect(inspection).toMatchObject({ width: 400, height: 300, isDamaged: true });
  const folder = createTestFolder();
  writeFileSync(join(folder, "damaged.jpg"), bytes);
  const name = `${"0".repeat(20)}-400x300.jpg`;
  await writePhotos([{ file: join(folder, "damaged.jpg"), name, width: 400, height: 300 }], folder);
  expect(await inspectPhoto(await sharp(join(folder, name)).toBuffer())).toMatchObject({ isDamaged: false });
});

test.each<[string, Buffer]>([
  ["half of a photo", cut(photo, 0.5)],
  ["nine tenths of a photo", cut(photo, 0.9)],
  ["the head of a photo", photo.subarray(0, 300)],
  ["half of a PNG", cut(await createPhoto(900, 900).png().toBuffer(), 0.5)],
  ["a page", Buffer.from("<!doctype html><p>Not found")],
  ["nothing", Buffer.alloc(0)],
])("%s is rejected as a photo", async (_name, bytes) => {
  expect(await inspectPhoto(bytes)).toEqual({ reason: "unreadable" });
});

test("a complete photo isn't damaged, whatever bytes follow its end", async () => {
  for (const bytes of [photo, progressive, Buffer.concat([photo, randomBytes(500)])])
    expect(await inspectPhoto(bytes)).toMatchObject({ isDamaged: false });
});

test.each([
  [1000, 8000, { width: 1000, height: 8000 }],
  [3200, 16_000, { width: 1600, height: 8000 }],
  [500, 4000, { width: 500, height: 4000 }],
  [1000, 24_000, { reason: "long" }],
  [3200, 16_100, { reason: "long" }],
  [3200, 300, { width: 1600, height: 150 }],
  [16_000, 500, { reason: "long" }],
  [1500, 20, { width: 1500, height: 20 }],
])("a long or wide picture of %i × %i stays legible, or is refused: %j", async (width, height, expected) => {
  expect(await inspectPhoto(await createPhoto(width, height).png().toBuffer())).toMatchObject(expected);
});
