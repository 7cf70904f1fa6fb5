import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import type { Transport } from "../../app/services/api/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { createMediaAddresses } from "../setup/media-addresses.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const content = compileTestContent();
const api = createEmbeddedApi(content.index);
const photo = await sharp({ create: { width: 1000, height: 500, channels: 3, background: "green" } })
  .withExif({ IFD0: { Artist: "somebody" } })
  .jpeg()
  .toBuffer();
const png = await sharp({ create: { width: 40, height: 20, channels: 4, background: "#f00a" } })
  .png()
  .toBuffer();

const responders = new Map<string, Transport>();
const requestedUrls: string[] = [];
let backend: Awaited<ReturnType<typeof startBackend>>;
let otherBackend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;

const createFile =
  (bytes: BodyInit, type = "image/jpeg"): Transport =>
  () =>
    Promise.resolve(new Response(bytes, { headers: { "Content-Type": type } }));

beforeAll(async () => {
  backend = await startBackend((request) => {
    const { pathname } = new URL(request.url);
    requestedUrls.push(pathname);
    return (responders.get(pathname) ?? api)(request);
  });
  otherBackend = await startBackend(createFile(png, "image/png"));
  site = await startSite({ DATA_DIR: folder, API_BASE_URL: backend.origin, MEDIA_ORIGINS: otherBackend.origin });
});
afterAll(async () => {
  await Promise.all([site.stop(), backend.stop(), otherBackend.stop()]);
  content.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, accept = "*/*", signal?: AbortSignal) =>
  fetch(site.origin + path, { headers: { Accept: accept }, signal });
/** Returns the URL on the site for a picture of the backend, in a width. */
const getMediaUrl = (src: string, width?: number) =>
  createMediaAddresses(folder, backend.origin, [otherBackend.origin])(src) + (width ? `&w=${width}` : "");
const readShape = async (response: Response) => {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  return { type: response.headers.get("Content-Type"), width, height, hasExif: exif !== undefined, bytes };
};

test("are served from the site's own origin in suitable widths; those of unknown origins are omitted", async () => {
  const cover = `${backend.origin}/upload/a.jpg?v=1`;
  const body = '<img src="/upload/b.jpg"><img src="https://unknown.example/c.png">';
  const item = {
    id: "p1",
    title: "图",
    cover,
    body,
    gallery: [`${otherBackend.origin}/d.png`, "//unknown.example/e.png"],
  };
  responders.set("/api/news/info", () => Promise.resolve(Response.json({ code: 0, data: item })));
  const html = await (await get("/news/info/p1")).text();
  const escapeForHtml = (address: string) => address.replaceAll("&", "&amp;");
  expect(html).toContain(`src="${escapeForHtml(getMediaUrl("/upload/a.jpg?v=1"))}"`);
  expect(html).toContain(`srcSet="${escapeForHtml(getMediaUrl("/upload/a.jpg?v=1", 200))} 200w, `);
  expect(html).toContain(`src="${escapeForHtml(getMediaUrl("/upload/b.jpg"))}"`);
  expect(html).toContain(`${escapeForHtml(getMediaUrl("/upload/b.jpg", 800))} 800w`);
  expect(html).not.toContain("unknown.example");
  const furtherPath = /src="(\/media\/@[^"]*d\.png\?[^"]*)"/.exec(html)![1]!;
  expect((await get(furtherPath)).headers.get("Content-Type")).toBe("image/png");
});

test("have the requested width and an accepted format, are upright, and have no camera metadata", async () => {
  responders.set("/upload/photo.jpg", createFile(photo, "text/plain"));
  const avif = await get(getMediaUrl("/upload/photo.jpg", 400), "image/avif,image/webp,*/*");
  expect(avif.headers.get("Vary")).toContain("Accept");
  expect(await readShape(avif)).toMatchObject({ type: "image/avif", width: 400, height: 200, hasExif: false });
  const webp = await get(getMediaUrl("/upload/photo.jpg", 800), "image/webp,*/*");
  expect(await readShape(webp)).toMatchObject({ type: "image/webp", width: 800 });
  // Pictures are never enlarged.
  expect(await readShape(await get(getMediaUrl("/upload/photo.jpg", 1600)))).toMatchObject({
    type: "image/jpeg",
    width: 1000,
  });
  expect((await get(getMediaUrl("/upload/photo.jpg", 401))).status).toBe(404);
});

test("are cached: they are fetched once, and remain when the backend is down", async () => {
  responders.set("/upload/once.jpg", createFile(photo));
  const requestCount = requestedUrls.length;
  const paths = [200, 200, 400].map((width) => getMediaUrl("/upload/once.jpg", width));
  for (const path of paths) expect((await get(path)).status).toBe(200);
  expect(requestedUrls.slice(requestCount)).toEqual(["/upload/once.jpg"]);
  responders.set("/upload/once.jpg", () => Promise.reject(new Error("gone")));
  expect((await get(paths[0]!)).status).toBe(200);
  responders.set("/upload/never.jpg", () => Promise.reject(new Error("gone")));
  expect((await get(getMediaUrl("/upload/never.jpg"))).status).toBe(503);
});

test.each<[string, Transport]>([
  ["a page that calls itself a picture", createFile("<script>alert(1)</script>", "image/png")],
  ["an SVG", createFile("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "image/svg+xml")],
  ["what only begins like a picture", createFile(png.subarray(0, 30), "image/png")],
  ["more than 10 MB", createFile(Buffer.concat([png, Buffer.alloc(10_000_001)]), "image/png")],
])("%s isn't passed on", async (name, respond) => {
  const path = `/upload/${name.replaceAll(/\W/g, "")}.png`;
  responders.set(path, respond);
  expect((await get(getMediaUrl(path))).status).toBe(404);
});

test("a redirect to another origin isn't followed, and other origins can't be requested", async () => {
  responders.set("/upload/r.png", () => Promise.resolve(Response.redirect("https://elsewhere.example/")));
  expect((await get(getMediaUrl("/upload/r.png"))).status).toBe(503);
  expect((await get("/media/@https:elsewhere.example/a.png")).status).toBe(404);
  expect((await get("/media/%40https:elsewhere.example/a.png")).status).toBe(404);
  expect((await get("/media//elsewhere.example/a.png")).status).toBe(404);
});

test("only URLs that the site created are fetched; others are a 404 without a call", async () => {
  responders.set("/upload/photo.jpg", createFile(photo));
  responders.set("/admin/delete", createFile(photo));
  const signedUrl = getMediaUrl("/upload/photo.jpg");
  const requestCount = requestedUrls.length;
  for (const forgedUrl of [
    "/media/admin/delete?x=1",
    `/media/admin/delete?x=1&s=${signedUrl.slice(-22)}`,
    "/media/upload/photo.jpg",
    "/media/upload/photo.jpg?w=400",
    `/media/upload/photo.jpg?m=1&s=${signedUrl.slice(-22)}&w=400`,
    `${signedUrl}&m=1`,
  ]) {
    expect((await get(forgedUrl)).status, forgedUrl).toBe(404);
  }
  expect(requestedUrls.slice(requestCount)).toEqual([]);
});

test("a restarted site accepts URLs that it created before", async () => {
  const address = getMediaUrl("/upload/photo.jpg", 200);
  await site.stop();
  site = await startSite({ DATA_DIR: folder, API_BASE_URL: backend.origin, MEDIA_ORIGINS: otherBackend.origin });
  expect((await get(address)).status).toBe(200);
});

test("work for a visitor who leaves is aborted, and the next one is served; too many concurrent requests are rejected", async () => {
  const abortion = Promise.withResolvers<void>();
  responders.set("/upload/hung.jpg", () => new Promise(() => undefined));
  backend.onClose((path) => path === "/upload/hung.jpg" && abortion.resolve());
  const controller = new AbortController();
  const abortedRequest = get(getMediaUrl("/upload/hung.jpg", 400), "*/*", controller.signal).catch(
    (error: Error) => error.name,
  );
  while (!requestedUrls.includes("/upload/hung.jpg")) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  expect(await abortedRequest).toBe("AbortError");
  await abortion.promise;

  const floodController = new AbortController();
  const paths = Array.from({ length: 100 }, (_, index) => `/upload/many${index}.jpg`);
  for (const path of paths) responders.set(path, () => new Promise(() => undefined));
  const requests = paths.map((path) => get(getMediaUrl(path), "*/*", floodController.signal).catch(() => undefined));
  const rejection = await Promise.race(requests);
  expect(rejection?.status).toBe(503);
  expect(rejection?.headers.get("Retry-After")).toMatch(/^\d+$/);
  floodController.abort();
  await Promise.all(requests);
  responders.set("/upload/after.jpg", createFile(photo));
  expect((await get(getMediaUrl("/upload/after.jpg", 200))).status).toBe(200);
});
