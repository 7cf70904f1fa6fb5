import type { Picture } from "./picture-fetch.ts";

/** A file of a few bytes can claim to be a picture of a thousand million pixels. */
const mostPixels = 50_000_000;

/** Quality and effort of each format: what a reader doesn't tell from more, and a server has the time for. */
const formats = {
  avif: { quality: 55, effort: 2 },
  webp: { quality: 78 },
  jpeg: { quality: 82, mozjpeg: true },
  png: { compressionLevel: 9 },
} as const;

export type Format = keyof typeof formats;

/** Seconds that one may take. */
const timeLimit = 30;

/**
 * A picture in another width and format, turned upright and without what cameras write into it; never larger than it is.
 * @throws for what begins like a picture but isn't one
 */
export async function resizePicture(bytes: Uint8Array, width: number, format: Format): Promise<Picture> {
  // Loaded with the first picture: a site on its own content has none to resize.
  const { default: sharp } = await import("sharp");
  // The queue decides how many are at work; what is made is kept on the disk.
  sharp.concurrency(1);
  sharp.cache(false);
  const picture = sharp(bytes, { limitInputPixels: mostPixels, animated: format === "webp" })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: timeLimit });
  const resized = await picture[format](formats[format]).toBuffer();
  return { type: `image/${format}`, bytes: new Uint8Array(resized) };
}

/**
 * The format that a client is sent: AVIF or WebP where it says that it can read them, else what every browser reads.
 * @param accept the `Accept` header
 * @param type of the original: only a PNG may need its transparency, only a GIF may move
 */
export function formatFor(accept: string | null, type: string): Format {
  if (accept?.includes("image/avif") && type !== "image/gif") return "avif";
  if (accept?.includes("image/webp")) return "webp";
  return type === "image/jpeg" ? "jpeg" : "png";
}
