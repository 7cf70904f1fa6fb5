import { expect, test } from "vitest";
import { createBackendPictures, ownPictures, withOwnPictures } from "./pictures.ts";

const { addressOf, resolve } = createBackendPictures("https://cms.example/base", "key", ["https://cdn.example"]);

const withoutSignature = (address: string | undefined) => address?.replace(/[?&]s=[\w-]{22}$/, "");
const at = (address: string) => new URL(address, "https://site.example");
const originalOf = (address: string) => resolve(at(address))?.original.href;

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
])("%s of a backend is %s", (src, address) => {
  expect(withoutSignature(addressOf(src))).toBe(address);
});

test("the embedded API's pictures stay where they are", () => {
  expect(ownPictures("/plates/a.svg")).toBe("/plates/a.svg");
  expect(ownPictures("https://elsewhere.example/a.jpg")).toBeUndefined();
});

test("pictures are found wherever the contract has them, and keep what else they say", () => {
  const data = {
    rows: [
      { id: "1", cover: { src: "/a.jpg", width: 4 } },
      { id: "2", cover: { src: "https://elsewhere.example/b.jpg" } },
    ],
    gallery: [{ src: "/c.jpg", alt: "c" }, { src: "//elsewhere.example/d.jpg" }],
    social: [{ name: "w", qr: { src: "/q.png" } }],
  };
  expect(withOwnPictures(data, (src) => withoutSignature(addressOf(src)))).toEqual({
    rows: [
      { id: "1", cover: { src: "/media/a.jpg", width: 4 } },
      { id: "2", cover: undefined },
    ],
    gallery: [{ src: "/media/c.jpg", alt: "c" }],
    social: [{ name: "w", qr: { src: "/media/q.png" } }],
  });
});

test.each([
  ["/upload/a.jpg", "https://cms.example/upload/a.jpg"],
  ["/upload/当归 1.jpg?v=1&s=x&w=9", "https://cms.example/upload/%E5%BD%93%E5%BD%92%201.jpg?v=1&s=x&w=9"],
  ["/upload//a.jpg?", "https://cms.example/upload//a.jpg"],
  ["/x/../upload/%41.jpg?a='&b=%20#top", "https://cms.example/upload/%41.jpg?a=%27&b=%20"],
  ["https://cdn.example/b.jpg?x=1", "https://cdn.example/b.jpg?x=1"],
  ["https://name:word@cdn.example/b.jpg", "https://cdn.example/b.jpg"],
  ["/@https:cdn.example/b.jpg", undefined],
])("the address of %s finds its way back, in any width", (src, original) => {
  const address = addressOf(src)!;
  expect(originalOf(address)).toBe(original);
  const wide = `${address}&w=400`;
  expect(resolve(at(wide))?.width).toBe(original && "400");
  expect(originalOf(wide)).toBe(original);
});

test("only addresses that the site has made lead anywhere, in the one spelling that it has made", () => {
  const address = addressOf("/upload/a.jpg?v=1")!;
  expect(address).toMatch(/^\/media\/upload\/a\.jpg\?v=1&s=[\w-]{22}$/);
  const signature = address.slice(-22);
  const other = createBackendPictures("https://cms.example", "another key").addressOf("/upload/a.jpg?v=1")!;
  for (const made of [
    "/media/upload/a.jpg?v=1",
    "/media/upload/a.jpg",
    "/media/admin/delete?x=1",
    other,
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
    expect(originalOf(made), made).toBeUndefined();
  }
});
