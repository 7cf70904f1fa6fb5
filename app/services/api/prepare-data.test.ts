import { expect, test } from "vitest";
import { localizePictures } from "./prepare-data.ts";

const getAddress = (src: string) => (/^\/(?!\/)/.test(src) ? `/media${src}` : undefined);

test("the addresses of all pictures in the contract are rewritten, and their other fields stay unchanged", () => {
  const data = {
    rows: [
      { id: "1", cover: { src: "/a.jpg", width: 4 } },
      { id: "2", cover: { src: "https://elsewhere.example/b.jpg" } },
    ],
    gallery: [{ src: "/c.jpg", alt: "c" }, { src: "//elsewhere.example/d.jpg" }],
    social: [{ name: "w", qr: { src: "/q.png" } }],
  };
  expect(localizePictures(data, getAddress)).toEqual({
    rows: [
      { id: "1", cover: { src: "/media/a.jpg", width: 4 } },
      { id: "2", cover: undefined },
    ],
    gallery: [{ src: "/media/c.jpg", alt: "c" }],
    social: [{ name: "w", qr: { src: "/media/q.png" } }],
  });
});
