import { expect, test } from "vitest";
import { localizePictures, prepareData } from "./prepare-data.ts";

const getAddress = (src: string) => (/^\/(?!\/)/.test(src) ? `/media${src}` : undefined);

test("addresses of the backend's pictures are rewritten, pictures of other sites are removed, and other fields stay", () => {
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

test("texts are sanitised, and `lang` is kept only if it is the site's other language", () => {
  const data = {
    title: "a",
    body: "<p>a<script>b</script></p>",
    about: "<p onclick='c'>d</p>",
    summary: undefined,
    lang: "zh-CN",
    rows: [
      { id: "1", lang: "en-US" },
      { id: "2", lang: "zh-CN" },
      { id: "3", lang: "fr" },
    ],
  };
  expect(prepareData(data, { locale: "en", getAddress, fileOrigin: undefined })).toStrictEqual({
    title: "a",
    body: "<p>a</p>",
    about: "<p>d</p>",
    lang: "zh-CN",
    rows: [{ id: "1" }, { id: "2", lang: "zh-CN" }, { id: "3" }],
  });
});

test("addresses of files get the backend's origin, and stay unchanged if no origin is given", () => {
  const data = { attachments: [{ name: "a", url: "/a.pdf" }], certificate: { url: "c.pdf", size: 1 } };
  const prepare = (from: object, fileOrigin?: string) => prepareData(from, { locale: "cn", getAddress, fileOrigin });
  expect(prepare(data, "https://files.example")).toStrictEqual({
    attachments: [{ name: "a", url: "https://files.example/a.pdf" }],
    certificate: { url: "https://files.example/c.pdf", size: 1 },
  });
  expect(prepare(data)).toStrictEqual(data);
  expect(prepare({ title: "a" }, "https://files.example")).toStrictEqual({ title: "a" });
});
