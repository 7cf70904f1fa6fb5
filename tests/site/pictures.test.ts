import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import type { Transport } from "../../app/services/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { mediaAddresses } from "../setup/media-addresses.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const content = compiledContent();
const door = createEmbeddedApi(content.index);
const photo = await sharp({ create: { width: 1000, height: 500, channels: 3, background: "green" } })
  .withExif({ IFD0: { Artist: "somebody" } })
  .jpeg()
  .toBuffer();
const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: "#f00a" } })
  .png()
  .toBuffer();

const answers = new Map<string, Transport>();
const asked: string[] = [];
let backend: Awaited<ReturnType<typeof startBackend>>;
let elsewhere: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;

const file =
  (bytes: BodyInit, type = "image/jpeg"): Transport =>
  () =>
    Promise.resolve(new Response(bytes, { headers: { "Content-Type": type } }));

beforeAll(async () => {
  backend = await startBackend((request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return (answers.get(pathname) ?? door)(request);
  });
  elsewhere = await startBackend(file(png, "image/png"));
  site = await startSite({ DATA_DIR: folder, API_BASE_URL: backend.origin, MEDIA_ORIGINS: elsewhere.origin });
});
afterAll(async () => {
  await Promise.all([site.stop(), backend.stop(), elsewhere.stop()]);
  content.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, accept = "*/*", signal?: AbortSignal) =>
  fetch(site.origin + path, { headers: { Accept: accept }, signal });
/** The address that the site gives a picture of the backend, in a width. */
const media = (src: string, width?: number) =>
  mediaAddresses(folder, backend.origin, [elsewhere.origin])(src) + (width ? `&w=${width}` : "");
const shapeOf = async (response: Response) => {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  return { type: response.headers.get("Content-Type"), width, height, hasExif: exif !== undefined, bytes };
};

test("are shown from the site's own origin in widths that fit; those of unknown origins are left out", async () => {
  const cover = `${backend.origin}/upload/a.jpg?v=1`;
  const body = '<img src="/upload/b.jpg"><img src="https://unknown.example/c.png">';
  const item = {
    id: "p1",
    title: "图",
    cover,
    body,
    gallery: [`${elsewhere.origin}/d.png`, "//unknown.example/e.png"],
  };
  answers.set("/api/news/info", () => Promise.resolve(Response.json({ code: 0, data: item })));
  const html = await (await get("/news/info/p1")).text();
  const inHtml = (address: string) => address.replaceAll("&", "&amp;");
  expect(html).toContain(`src="${inHtml(media("/upload/a.jpg?v=1"))}"`);
  expect(html).toContain(`srcSet="${inHtml(media("/upload/a.jpg?v=1", 200))} 200w, `);
  expect(html).toContain(`src="${inHtml(media("/upload/b.jpg"))}"`);
  expect(html).toContain(`${inHtml(media("/upload/b.jpg", 800))} 800w`);
  expect(html).not.toContain("unknown.example");
  const further = /src="(\/media\/@[^"]*d\.png\?[^"]*)"/.exec(html)![1]!;
  expect((await get(further)).headers.get("Content-Type")).toBe("image/png");
});

test("come in the width that is asked for and the format that is accepted, upright and without what cameras wrote", async () => {
  answers.set("/upload/photo.jpg", file(photo, "text/plain"));
  const avif = await get(media("/upload/photo.jpg", 400), "image/avif,image/webp,*/*");
  expect(avif.headers.get("Vary")).toContain("Accept");
  expect(await shapeOf(avif)).toMatchObject({ type: "image/avif", width: 400, height: 200, hasExif: false });
  const webp = await get(media("/upload/photo.jpg", 800), "image/webp,*/*");
  expect(await shapeOf(webp)).toMatchObject({ type: "image/webp", width: 800 });
  // Never larger than it is.
  expect(await shapeOf(await get(media("/upload/photo.jpg", 1600)))).toMatchObject({ type: "image/jpeg", width: 1000 });
  expect((await get(media("/upload/photo.jpg", 401))).status).toBe(404);
});

test("are kept: asked for once, and still there when the backend isn't", async () => {
  answers.set("/upload/once.jpg", file(photo));
  const before = asked.length;
  const paths = [200, 200, 400].map((width) => media("/upload/once.jpg", width));
  for (const path of paths) expect((await get(path)).status).toBe(200);
  expect(asked.slice(before)).toEqual(["/upload/once.jpg"]);
  answers.set("/upload/once.jpg", () => Promise.reject(new Error("gone")));
  expect((await get(paths[0]!)).status).toBe(200);
  answers.set("/upload/never.jpg", () => Promise.reject(new Error("gone")));
  expect((await get(media("/upload/never.jpg"))).status).toBe(503);
});

test.each<[string, Transport]>([
  ["a page that calls itself a picture", file("<script>alert(1)</script>", "image/png")],
  ["an SVG", file("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "image/svg+xml")],
  ["what only begins like a picture", file(png.subarray(0, 30), "image/png")],
  ["more than 10 MB", file(Buffer.concat([png, Buffer.alloc(10_000_001)]), "image/png")],
])("%s isn't passed on", async (name, answer) => {
  const path = `/upload/${name.replaceAll(/\W/g, "")}.png`;
  answers.set(path, answer);
  expect((await get(media(path))).status).toBe(404);
});

test("a redirect to elsewhere isn't followed, and other origins can't be named", async () => {
  answers.set("/upload/r.png", () => Promise.resolve(Response.redirect("https://elsewhere.example/")));
  expect((await get(media("/upload/r.png"))).status).toBe(503);
  expect((await get("/media/@https:elsewhere.example/a.png")).status).toBe(404);
  expect((await get("/media/%40https:elsewhere.example/a.png")).status).toBe(404);
  expect((await get("/media//elsewhere.example/a.png")).status).toBe(404);
});

test("only addresses that the site has made are asked for; any other is none, without a call", async () => {
  answers.set("/upload/photo.jpg", file(photo));
  answers.set("/admin/delete", file(photo));
  const signed = media("/upload/photo.jpg");
  const before = asked.length;
  for (const made of [
    "/media/admin/delete?x=1",
    `/media/admin/delete?x=1&s=${signed.slice(-22)}`,
    "/media/upload/photo.jpg",
    "/media/upload/photo.jpg?w=400",
    `/media/upload/photo.jpg?m=1&s=${signed.slice(-22)}&w=400`,
    `${signed}&m=1`,
  ]) {
    expect((await get(made)).status, made).toBe(404);
  }
  expect(asked.slice(before)).toEqual([]);
});

test("a restarted site takes the addresses that it has given out", async () => {
  const address = media("/upload/photo.jpg", 200);
  await site.stop();
  site = await startSite({ DATA_DIR: folder, API_BASE_URL: backend.origin, MEDIA_ORIGINS: elsewhere.origin });
  expect((await get(address)).status).toBe(200);
});

test("who leaves stops what was begun for them, and the next is served; too many at once are told to come back", async () => {
  const aborted = Promise.withResolvers<void>();
  answers.set("/upload/hung.jpg", () => new Promise(() => undefined));
  backend.onClose((path) => path === "/upload/hung.jpg" && aborted.resolve());
  const leaving = new AbortController();
  const left = get(media("/upload/hung.jpg", 400), "*/*", leaving.signal).catch((error: Error) => error.name);
  while (!asked.includes("/upload/hung.jpg")) await new Promise((done) => setTimeout(done, 5));
  leaving.abort();
  expect(await left).toBe("AbortError");
  await aborted.promise;

  const many = new AbortController();
  const paths = Array.from({ length: 100 }, (_, index) => `/upload/many${index}.jpg`);
  for (const path of paths) answers.set(path, () => new Promise(() => undefined));
  const flood = paths.map((path) => get(media(path), "*/*", many.signal).catch(() => undefined));
  const refused = await Promise.race(flood);
  expect(refused?.status).toBe(503);
  expect(refused?.headers.get("Retry-After")).toMatch(/^\d+$/);
  many.abort();
  await Promise.all(flood);
  answers.set("/upload/after.jpg", file(photo));
  expect((await get(media("/upload/after.jpg", 200))).status).toBe(200);
});
