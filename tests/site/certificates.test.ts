import sharp from "sharp";
import { expect, inject, test } from "vitest";

const get = (path: string) => fetch(inject("siteOrigin") + path);
const pagePattern = String.raw`/files/drawn-pages/[0-9a-f]{20}/\d-of-\d-\d+x\d+\.webp`;

test("the web page of a certificate shows the PDF's pages as plain pictures, which browsers keep for a year", async () => {
  const response = await get("/en/batch/HQ-2601/certificate");
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Security-Policy")).toContain("img-src 'self'");
  const html = await response.text();
  const [, sources = ""] = new RegExp(`<a href="${pagePattern}"><img [^>]*srcSet="([^"]*)"`).exec(html)!;
  const candidates = sources.split(", ").map((candidate) => candidate.split(" "));
  expect(candidates.map(([, width]) => width)).toEqual(["1440w", "240w"]);
  for (const [path, width] of candidates) {
    const picture = await get(path!);
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(picture.headers.get("Cache-Control")).toContain("immutable");
    expect(`${(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width}w`).toBe(width);
  }
  expect(html).toContain('href="/files/certificate-HQ250901.pdf"');
});
