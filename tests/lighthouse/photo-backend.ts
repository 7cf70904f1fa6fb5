import { createHash } from "node:crypto";
import sharp from "sharp";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";

/** Size of each photo in pixels, similar to a phone's camera. */
const size = { width: 2400, height: 3000 };

/**
 * Starts an owner's backend with photos: the shipped content, with a JPEG of some megabytes instead of each drawn
 * plate.
 */
export async function startPhotoBackend(): Promise<{ origin: string; stop(): Promise<void> }> {
  const content = compileTestContent();
  const api = createEmbeddedApi(content.index);
  const photos = new Map<string, Buffer<ArrayBuffer>>();
  const backend = await startBackend(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/photos/")) {
      const photo = photos.get(pathname) ?? (await drawPhoto(pathname));
      photos.set(pathname, photo);
      return new Response(photo, { headers: { "Content-Type": "image/jpeg" } });
    }
    const response = await api(request);
    return new Response(withPhotos(await response.text()), { status: response.status, headers: response.headers });
  });
  return {
    origin: backend.origin,
    async stop() {
      await backend.stop();
      content.dispose();
    },
  };
}

/** Returns the JSON of a response with a photo in place of each picture. */
function withPhotos(json: string): string {
  return JSON.stringify(JSON.parse(json), (key, value: unknown) => {
    // The picture of an advert is a plain URL.
    if (key === "image" && typeof value === "string") return { src: getPhotoPath(value), ...size };
    if (typeof value !== "object" || value === null || !("src" in value)) return value;
    return { ...value, src: getPhotoPath(String(value.src)), ...size };
  });
}

function getPhotoPath(plate: string): string {
  return `/photos/${plate.replaceAll(/\W+/g, "-")}.jpg`;
}

/** Draws a picture with as much detail as a photo: noise at several scales, always equal for the same name. */
async function drawPhoto(name: string): Promise<Buffer<ArrayBuffer>> {
  const [red = 0, green = 0, blue = 0] = createHash("sha256").update(name).digest();
  const layers = [6, 60, 400].map(async (scale, index) => ({
    input: await createNoise(Math.ceil(size.width / scale), Math.ceil(size.height / scale), 7 + index * 24),
    blend: "overlay" as const,
  }));
  const background = { r: 60 + red / 3, g: 70 + green / 3, b: 50 + blue / 3 };
  const photo = await sharp({ create: { ...size, channels: 3, background } })
    .composite(await Promise.all(layers))
    .jpeg({ quality: 90 })
    .toBuffer();
  return Buffer.from(photo);
}

function createNoise(width: number, height: number, sigma: number): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: "grey", noise: { type: "gaussian", mean: 128, sigma } },
  })
    .resize({ ...size, kernel: "cubic", fit: "fill" })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
