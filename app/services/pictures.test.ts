import { expect, test } from "vitest";
import { originalOf, ownPictures, picturesOf, withOwnPictures } from "./pictures.ts";

const addressOf = picturesOf("https://cms.example/base");

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
  expect(addressOf(src)).toBe(address);
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
  expect(withOwnPictures(data, addressOf)).toEqual({
    rows: [
      { id: "1", cover: { src: "/media/a.jpg", width: 4 } },
      { id: "2", cover: undefined },
    ],
    gallery: [{ src: "/media/c.jpg", alt: "c" }],
    social: [{ name: "w", qr: { src: "/media/q.png" } }],
  });
});

test.each([
  ["upload/a.jpg?v=1", "https://cms.example/upload/a.jpg?v=1"],
  ["@https:cdn.example/b.jpg", "https://cdn.example/b.jpg"],
  ["@https:cdn.example.evil/b.jpg", undefined],
  ["@https:evil.example/b.jpg", undefined],
  ["/evil.example/b.jpg", undefined],
  ["\\\\evil.example/b.jpg", undefined],
])("what follows /media/ as %s is at %s", (rest, original) => {
  expect(originalOf(rest, "https://cms.example", ["https://cdn.example"])?.href).toBe(original);
});

test("pictures of further origins have an address, and find their way back", () => {
  const origins = ["https://cdn.example"];
  const address = picturesOf("https://cms.example", origins)("https://cdn.example/b.jpg?x=1")!;
  expect(address).toBe("/media/@https:cdn.example/b.jpg?x=1");
  expect(originalOf(address.slice("/media/".length), "https://cms.example", origins)!.href).toBe(
    "https://cdn.example/b.jpg?x=1",
  );
});
