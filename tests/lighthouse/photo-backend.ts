import sharp from "sharp";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { testPhoto } from "../setup/test-photo.ts";

/** Size of each photo in pixels, similar to a phone's camera. */
const size = { width: 2400, height: 3000 };

/**
 * Starts an owner's backend with photos: the shipped content, with a JPEG of some megabytes instead of each drawn
 * plate.
 */
export async function startPhotoBackend(): Promise<{ origin: string; stop(): Promise<void> }> {
  const content = compileTestContent();
  const api = createEmbeddedApi(content.index);
  const photo = await sharp(testPhoto)
    .autoOrient()
    .resize({ ...size, fit: "fill" })
    .jpeg({ quality: 100 })
    .toBuffer();
  const backend = await startBackend(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/photos/"))
      return new Response(new Uint8Array(photo), { headers: { "Content-Type": "image/jpeg" } });
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
