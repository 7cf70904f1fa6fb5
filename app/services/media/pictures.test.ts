import { expect, test } from "vitest";
import { createBackendPictures, embeddedApiPictures, getEmbeddedPictureAddress } from "./pictures.ts";

const { getAddress, resolve } = createBackendPictures("https://cms.example/base", "key", ["https://cdn.example"]);

const withoutSignature = (address: string | undefined) => address?.replace(/[?&]s=[\w-]{22}$/, "");
const createUrl = (address: string) => new URL(address, "https://site.example");
const getOriginal = (address: string) => resolve(createUrl(address))?.original.href;

test.each([
  ["/upload/a.jpg?v=1", "/media/upload/a.jpg?v=1"],
  ["https://cms.example/upload/a.jpg", "/media/upload/a.jpg"],
  ["/../../etc/passwd", "/media/etc/passwd"],
  ["https://elsewhere.example/a.jpg", undefined],
  ["http://cms.example/a.jpg", undefined],
  ["//elsewhere.example/a.jpg", undefined],
  ["/\\elsewhere.example/a.jpg", undefined],
  ["javascript:alert(1)", undefined],
  ["data:image/png;base64,AAAA", undefined],
  ["upload/a.jpg", undefined],
  ["/upload/logo.SVG?v=2", undefined],
  ["https://cdn.example/drawing.svgz", undefined],
])("the picture %s of a backend gets the address %s", (src, address) => {
  expect(withoutSignature(getAddress(src))).toBe(address);
});

test("paths of the embedded API's pictures stay unchanged", () => {
  expect(getEmbeddedPictureAddress("/plates/a.svg")).toBe("/plates/a.svg");
  expect(getEmbeddedPictureAddress("https://elsewhere.example/a.jpg")).toBeUndefined();
});

test("photos of the content get addresses that resize them, and no other address is resolved", () => {
  const name = `${"0a".repeat(10)}-900x1200.jpg`;
  expect(getEmbeddedPictureAddress(`/photos/${name}`)).toBe(`/media/photos/${name}`);
  expect(getEmbeddedPictureAddress("/photos/other.jpg")).toBe("/photos/other.jpg");
  const resolveAddress = (address: string) => embeddedApiPictures.resolve(createUrl(address));
  expect(resolveAddress(`/media/photos/${name}?w=400`)).toMatchObject({
    width: "400",
    original: { pathname: `/photos/${name}` },
  });
  expect(resolveAddress(`/media/photos/${name}`)?.width).toBeUndefined();
  for (const address of [
    "/media/photos/other.jpg",
    `/media/photos/${name}?x=1`,
    `/media/x/photos/${name}`,
    `/photos/${name}`,
  ])
    expect(resolveAddress(address), address).toBeUndefined();
});

test.each([
  ["/upload/a.jpg", "https://cms.example/upload/a.jpg"],
  ["/upload/当归 1.jpg?v=1&s=x&w=9", "https://cms.example/upload/%E5%BD%93%E5%BD%92%201.jpg?v=1&s=x&w=9"],
  ["/upload//a.jpg?", "https://cms.example/upload//a.jpg"],
  ["/x/../upload/%41.jpg?a='&b=%20#top", "https://cms.example/upload/%41.jpg?a=%27&b=%20"],
  ["https://cdn.example/b.jpg?x=1", "https://cdn.example/b.jpg?x=1"],
  ["https://name:word@cdn.example/b.jpg", "https://cdn.example/b.jpg"],
  ["/@https:cdn.example/b.jpg", undefined],
])("the address created for %s resolves to the original %s, with and without a width", (src, original) => {
  const address = getAddress(src)!;
  expect(getOriginal(address)).toBe(original);
  const addressWithWidth = `${address}&w=400`;
  expect(resolve(createUrl(addressWithWidth))?.width).toBe(original && "400");
  expect(getOriginal(addressWithWidth)).toBe(original);
});

test("only URLs that the site has created are resolved, and only in their original spelling", () => {
  const address = getAddress("/upload/a.jpg?v=1")!;
  expect(address).toMatch(/^\/media\/upload\/a\.jpg\?v=1&s=[\w-]{22}$/);
  const signature = address.slice(-22);
  const otherAddress = createBackendPictures("https://cms.example", "another key").getAddress("/upload/a.jpg?v=1")!;
  for (const invalidAddress of [
    "/media/upload/a.jpg?v=1",
    "/media/upload/a.jpg",
    "/media/admin/delete?x=1",
    otherAddress,
    `/media/upload/a.jpg?v=2&s=${signature}`,
    `/media/upload/a.jpg?s=${signature}`,
    `/media/upload/a.jpg?s=${signature}&v=1`,
    `/media/upload/b.jpg?v=1&s=${signature}`,
    `/media/upload/%61.jpg?v=1&s=${signature}`,
    `/media//upload/a.jpg?v=1&s=${signature}`,
    `/media/upload//a.jpg?v=1&s=${signature}`,
    `/media/@https:cdn.example/upload/a.jpg?v=1&s=${signature}`,
    `/media/upload/a.jpg?v=1&m=1&s=${signature}`,
    `/media/upload/a.jpg?v=1&&s=${signature}`,
    `/media/upload/a.jpg?v=1&s=${signature}&m=1`,
    `/media/upload/a.jpg?v=1&s=${signature}&w=400&w=400`,
    `/media/upload/a.jpg?v=1&s=${signature}&s=${signature}`,
    `/media/upload/a.jpg?v=1&s=${"A".repeat(22)}`,
    `/media/upload/a.jpg?v=1&s=${signature.slice(0, 21)}`,
    `/media//evil.example/b.jpg?s=${signature}`,
    `/media/\\\\evil.example/b.jpg?s=${signature}`,
  ]) {
    expect(getOriginal(invalidAddress), invalidAddress).toBeUndefined();
  }
});
