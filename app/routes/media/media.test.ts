import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transport } from "#app/services/api/client.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { createPhoto } from "#tests/setup/content/test-photo.ts";
import { createRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { setUpBackend } from "#tests/setup/site/site.ts";
import { loader } from "./route.ts";

const photo = await createPhoto(1000, 500)
  .withExif({ IFD0: { Artist: "somebody" } })
  .jpeg()
  .toBuffer();
const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: "#f00a" } })
  .png()
  .toBuffer();

const createFileResponder =
  (bytes: BodyInit, type = "image/jpeg"): Transport =>
  () =>
    Promise.resolve(new Response(bytes, { headers: { "Content-Type": type } }));

const backend = await setUpBackend();
const { responders } = backend;
let otherBackend: Awaited<ReturnType<typeof startBackend>>;
let site: Awaited<ReturnType<typeof createRouteCaller>>;
beforeAll(async () => {
  otherBackend = await startBackend(createFileResponder(png, "image/png"));
  site = await createRouteCaller({ API_BASE_URL: backend.origin, MEDIA_ORIGINS: otherBackend.origin });
});
afterAll(async () => {
  await site.dispose();
  await otherBackend.stop();
});
const get = (path: string, Accept = "*/*") => site.load<Response>(loader, path, {}, { Accept });
/** Returns the site's URL for a picture of the backend, with its width if given. */
const getMediaUrl = (src: string, width?: number) =>
  site.services.pictures.getAddress(src) + (width ? `&w=${width}` : "");
const readPicture = async (response: Response) => {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  return { type: response.headers.get("Content-Type"), width, height, hasExif: exif !== undefined, bytes };
};

test("pictures have the requested width and an accepted format, are upright, and have no camera metadata", async () => {
  responders.set("/upload/photo.jpg", createFileResponder(photo, "text/plain"));
  const avif = await get(getMediaUrl("/upload/photo.jpg", 400), "image/avif,image/webp,*/*");
  expect(avif.headers.get("Vary")).toContain("Accept");
  expect(await readPicture(avif)).toMatchObject({ type: "image/avif", width: 400, height: 200, hasExif: false });
  const webp = await get(getMediaUrl("/upload/photo.jpg", 800), "image/webp,*/*");
  expect(await readPicture(webp)).toMatchObject({ type: "image/webp", width: 800 });
  // Pictures are never enlarged.
  expect(await readPicture(await get(getMediaUrl("/upload/photo.jpg", 1600)))).toMatchObject({
    type: "image/jpeg",
    width: 1000,
  });
  expect((await get(getMediaUrl("/upload/photo.jpg", 401))).status).toBe(404);
});

test("pictures are cached, and remain when the backend is down", async () => {
  responders.set("/upload/once.jpg", createFileResponder(photo));
  const path = getMediaUrl("/upload/once.jpg", 200);
  expect((await get(path)).status).toBe(200);
  responders.set("/upload/once.jpg", () => Promise.reject(new Error("gone")));
  expect((await get(path)).status).toBe(200);
  responders.set("/upload/never.jpg", () => Promise.reject(new Error("gone")));
  expect((await get(getMediaUrl("/upload/never.jpg"))).status).toBe(503);
});

test.each<[string, Transport]>([
  ["a page that calls itself a picture", createFileResponder("<script>alert(1)</script>", "image/png")],
  ["an SVG", createFileResponder("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "image/svg+xml")],
  ["a file that only begins like a picture", createFileResponder(png.subarray(0, 30), "image/png")],
  ["more than 10 MB", createFileResponder(Buffer.concat([png, Buffer.alloc(10_000_001)]), "image/png")],
])("%s isn't passed on", async (name, respond) => {
  const path = `/upload/${name.replaceAll(/\W/g, "")}.png`;
  responders.set(path, respond);
  expect((await get(getMediaUrl(path))).status).toBe(404);
});

test("pictures are requested from other origins only if MEDIA_ORIGINS has them, and redirects to unlisted origins aren't followed", async () => {
  const further = await get(getMediaUrl(`${otherBackend.origin}/d.png`));
  expect(further.headers.get("Content-Type")).toBe("image/png");
  responders.set("/upload/r.png", () => Promise.resolve(Response.redirect("https://elsewhere.example/")));
  expect((await get(getMediaUrl("/upload/r.png"))).status).toBe(503);
  expect((await get("/media/@https:elsewhere.example/a.png")).status).toBe(404);
  expect((await get("/media/%40https:elsewhere.example/a.png")).status).toBe(404);
  expect((await get("/media//elsewhere.example/a.png")).status).toBe(404);
});
