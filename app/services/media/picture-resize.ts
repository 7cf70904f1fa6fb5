import { maxAvifPixels } from "#app/services/api/contract/pictures.ts";
import { detectPictureType, type FetchedPicture } from "./picture-fetch.ts";

/** Maximum pixels of an original, because a file of a few bytes may declare a billion. */
const maxPixels = 50_000_000;

/** Encoder settings by format. A higher quality makes no visible difference. */
const formats = {
  avif: { quality: 50, effort: 3 },
  webp: { quality: 78 },
  jpeg: { quality: 82, mozjpeg: true },
  png: { compressionLevel: 9 },
} as const;

export type Format = keyof typeof formats;

const timeoutSeconds = 30;

/** Resizes a picture: upright, without metadata, never enlarged. @throws for invalid bytes */
export async function resizePicture(bytes: Uint8Array, width: number, format: Format): Promise<FetchedPicture> {
  // Imports the library here, so that a site without photos doesn't load it.
  const { default: sharp } = await import("sharp");
  // One thread and no cache: the site's queue limits the concurrency, and the site stores the results.
  sharp.concurrency(1);
  sharp.cache(false);
  const limitInputPixels = detectPictureType(bytes) === "image/avif" ? maxAvifPixels : maxPixels;
  // A damaged picture is accepted, as in browsers, unless it is truncated.
  const picture = sharp(bytes, { limitInputPixels, animated: format === "webp", failOn: "truncated" })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: timeoutSeconds });
  const output = await picture[format](formats[format]).toBuffer();
  return { type: `image/${format}`, bytes: new Uint8Array(output) };
}

/**
 * @param type type of the original. A GIF may be animated, so it doesn't become an AVIF. Other types than JPEG may be
 * transparent, so they don't become a JPEG
 */
export function chooseFormat(accept: string | null, type: string): Format {
  if (accept?.includes("image/avif") && type !== "image/gif") return "avif";
  if (accept?.includes("image/webp")) return "webp";
  return type === "image/jpeg" ? "jpeg" : "png";
}
