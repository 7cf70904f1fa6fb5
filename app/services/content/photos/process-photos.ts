import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import exifReader from "exif-reader";
import sharp, { type Metadata } from "sharp";
import { photoNamePattern } from "#app/services/api/contract/pictures.ts";
import { getStoredSize, photoLimits, type Photo, type PhotoType } from "#app/services/content/files/photo.ts";
import { listEntryNames } from "#app/services/runtime/folders.ts";

/** `isDamaged`: damaged, but browsers still render it. */
export type Inspection =
  | { width: number; height: number; type: PhotoType; hasLocation: boolean; isDamaged: boolean }
  | { reason: "unreadable" | "pixels" | "long" };

const timeoutSeconds = 60;

/** Stores the photos in `folder`, and deletes stored photos that aren't used any more. Other files stay. */
export async function writePhotos(photos: readonly Photo[], folder: string): Promise<void> {
  const usedPhotos = new Map(photos.map((photo) => [photo.name, photo]));
  const existingNames = listEntryNames(folder);
  for (const name of existingNames) {
    if (photoNamePattern.test(name) && !usedPhotos.has(name)) rmSync(join(folder, name));
  }
  const missingPhotos = [...usedPhotos.values()].filter(({ name }) => !existingNames.includes(name));
  if (missingPhotos.length > 0) mkdirSync(folder, { recursive: true });
  for (const { file, name, width, height } of missingPhotos) await store(file, join(folder, name), width, height);
}

/** Decodes a photo completely once, because a damaged file may begin validly. */
export async function inspectPhoto(bytes: Buffer): Promise<Inspection> {
  if (bytes.length === 0) return { reason: "unreadable" };
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata || metadata.format === "svg") return { reason: "unreadable" };
  const { width, height } = metadata.autoOrient;
  const { channels = 4, depth, pages = 1, format, isProgressive } = metadata;
  const decodedBytes = width * height * pages * channels * (depth === "uchar" ? 1 : 2);
  const isDecodedWhole = isProgressive || !["jpeg", "png", "tiff"].includes(format);
  const maxBytes = isDecodedWhole ? photoLimits.heldBytes : photoLimits.decodedBytes;
  const maxPixels = format === "heif" ? photoLimits.avifPixels : photoLimits.pixels;
  if (width * height > maxPixels || decodedBytes > maxBytes) return { reason: "pixels" };
  const size = getStoredSize(width, height);
  if (!size) return { reason: "long" };
  const isDamaged = !(await decodeLastRow(bytes, metadata, "warning")) || (format === "jpeg" && !hasEnd(bytes));
  if (isDamaged && !(format === "jpeg" && hasRow(await decodeLastRow(bytes, metadata, "none"))))
    return { reason: "unreadable" };
  return { ...size, type: chooseType(metadata), hasLocation: hasLocation(metadata), isDamaged };
}

/** Decodes a photo at full size, because a reduced size hides a JPEG's damage. @returns its last row, if any */
function decodeLastRow(
  bytes: Buffer,
  { width, height }: Metadata,
  failOn: "none" | "warning",
): Promise<Buffer | undefined> {
  return sharp(bytes, { limitInputPixels: photoLimits.pixels, failOn })
    .timeout({ seconds: timeoutSeconds })
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer()
    .catch(() => undefined);
}

/** Whether a row exists; a missing row is decoded as uniform grey. */
const hasRow = (row: Buffer | undefined): boolean => row?.some((value) => value !== 128) ?? false;

/** Whether a JPEG has an end marker after its first scan's start. */
function hasEnd(bytes: Buffer): boolean {
  let offset = 2;
  // Skips fill bytes, and the segments before the scan by their lengths.
  while (bytes[offset] === 0xff && bytes[offset + 1] !== 0xda && offset + 4 <= bytes.length)
    offset += bytes[offset + 1] === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  return bytes.includes(Buffer.from([0xff, 0xd9]), offset);
}

/** Removes metadata. @returns the same bytes if there is none, except for a JPEG, which is always rewritten */
export async function removeMetadata(bytes: Buffer): Promise<Buffer> {
  const { format, exif, xmp, iptc, comments, pages = 1 } = await sharp(bytes).metadata();
  // A JPEG is always rewritten, because the library doesn't report its comments and trailing data.
  if (format !== "jpeg" && !exif && !xmp && !iptc && !comments) return bytes;
  return open(bytes, pages > 1)
    .keepIccProfile()
    .jpeg({ quality: 95, force: false })
    .toBuffer();
}

function hasLocation({ exif }: Metadata): boolean {
  try {
    return exif !== undefined && exifReader(exif).GPSInfo !== undefined;
  } catch {
    // Damaged data have no readable location.
    return false;
  }
}

async function store(file: string, target: string, width: number, height: number): Promise<void> {
  const type = target.slice(-3) as PhotoType;
  const partialFile = join(dirname(target), `.${process.pid}.part`);
  try {
    const photo = open(readFileSync(file), type === "gif").resize(width, height, { fit: "fill" });
    await (type === "jpg" ? photo.jpeg({ quality: 90 }) : type === "png" ? photo.png() : photo.gif()).toFile(
      partialFile,
    );
    await rename(partialFile, target);
  } finally {
    await rm(partialFile, { force: true });
  }
}

function open(bytes: Buffer, animated = false) {
  // Damage is ignored here, because `inspectPhoto` decides which damage is accepted.
  return sharp(bytes, { limitInputPixels: photoLimits.pixels, animated, failOn: "none" })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds });
}

/** Chooses GIF for GIFs and animations, PNG for transparent pictures and PNGs (often drawings), and otherwise JPEG. */
function chooseType({ format, pages = 1, hasAlpha }: Metadata): PhotoType {
  if (format === "gif" || (format === "webp" && pages > 1)) return "gif";
  return hasAlpha || format === "png" ? "png" : "jpg";
}
