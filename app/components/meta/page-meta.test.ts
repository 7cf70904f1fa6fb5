import { expect, test } from "vitest";
import type { SharedData } from "#app/components/ui/page-data.ts";
import { createPageMeta } from "./page-meta.ts";

/** Returns the metadata of a page for these settings. */
function getMeta(pathname: string, settings: object, page: Parameters<typeof createPageMeta>[1] = { title: "T" }) {
  const loaderData = { settings, siteName: "S", origin: "https://site.example" } as SharedData;
  return createPageMeta({ location: { pathname }, matches: [{ id: "root", loaderData }] }, page);
}

const getMetaByName = (meta: ReturnType<typeof getMeta>, name: string) =>
  meta.flatMap((entry) => ("name" in entry && entry.name === name && "content" in entry ? [entry.content] : []));
const getMetaByProperty = (meta: ReturnType<typeof getMeta>, property: string) =>
  meta.flatMap((entry) =>
    "property" in entry && entry.property === property && "content" in entry ? [entry.content] : [],
  );
const getItemPictures = (meta: ReturnType<typeof getMeta>) =>
  meta.flatMap((entry) => ("itemProp" in entry ? [[entry["itemProp"], entry["content"]]] : []));

test("without settings the page has neither Baidu's verification code nor a picture for WeChat", () => {
  const meta = getMeta("/", {});
  expect(getMetaByName(meta, "baidu-site-verification")).toEqual([]);
  expect(getItemPictures(meta)).toEqual([]);
  expect(getMetaByProperty(meta, "og:image")).toEqual(["https://site.example/share/site.png"]);
});

test("Baidu's verification code is only on the home page, in both languages", () => {
  const settings = { baiduVerification: "codeva-AbCd1234" };
  expect(getMetaByName(getMeta("/", settings), "baidu-site-verification")).toEqual(["codeva-AbCd1234"]);
  expect(getMetaByName(getMeta("/en", settings), "baidu-site-verification")).toEqual(["codeva-AbCd1234"]);
  expect(getMetaByName(getMeta("/news/list", settings), "baidu-site-verification")).toEqual([]);
});

test("the share picture is used on every page without its own picture", () => {
  const settings = { sharePicture: { src: "/files/share.png" } };
  const shareUrl = "https://site.example/files/share.png";
  const meta = getMeta("/news/list", settings);
  expect([getMetaByProperty(meta, "og:image"), getItemPictures(meta)]).toEqual([[shareUrl], [["image", shareUrl]]]);
  expect(getMetaByProperty(meta, "og:image:width")).toEqual([]);
  const item = getMeta("/product/info/x", settings, { title: "T", image: { src: "/plates/huang-qi.svg" } });
  const plate = "https://site.example/share/huang-qi.png";
  expect([getMetaByProperty(item, "og:image"), getItemPictures(item)]).toEqual([[plate], [["image", plate]]]);
  expect(getMetaByProperty(item, "og:image:width")).toEqual(["1200"]);
});

test("the address of a picture is percent-encoded once", () => {
  const settings = { sharePicture: { src: "/files/分享 图.png" } };
  const address = "https://site.example/files/%E5%88%86%E4%BA%AB%20%E5%9B%BE.png";
  let addressInData: string | undefined;
  const about = ({ image }: { image: string }) => {
    addressInData = image;
    return [];
  };
  const meta = getMeta("/news/list", settings, { title: "T", about });
  expect([getMetaByProperty(meta, "og:image"), getItemPictures(meta)]).toEqual([[address], [["image", address]]]);
  expect(addressInData).toBe(address);
  const encodedMeta = getMeta("/", { sharePicture: { src: "/files/share%20picture.png" } });
  expect(getMetaByProperty(encodedMeta, "og:image")).toEqual(["https://site.example/files/share%20picture.png"]);
});

const getLinks = (meta: ReturnType<typeof getMeta>) =>
  meta.flatMap((entry) => ("rel" in entry ? [[entry["rel"], entry["hrefLang"], entry["href"]]] : []));

test("a page that exists in one language has alternates in that language only, and its URL in the other language isn't canonical", () => {
  const chinese = "https://site.example/page/x";
  const expectedLinks = [
    ["canonical", undefined, chinese],
    ["alternate", "zh-CN", chinese],
    ["alternate", "zh", chinese],
    ["alternate", "x-default", chinese],
  ];
  for (const pathname of ["/page/x", "/en/page/x"]) {
    const meta = getMeta(pathname, {}, { title: "T", locales: ["cn"] });
    expect(getLinks(meta)).toEqual(expectedLinks);
  }
  const english = getMeta("/en/page/x", {}, { title: "T", locales: ["en"] });
  expect(getLinks(english).map(([, language]) => language)).toEqual([undefined, "en-US", "en", "x-default"]);
  expect(getLinks(english).map(([, , href]) => href)).toEqual(Array(4).fill("https://site.example/en/page/x"));
});

test("a backend's share picture is requested in a width that other sites accept", () => {
  const meta = getMeta("/", { sharePicture: { src: "/media/share.jpg" } });
  expect(getMetaByProperty(meta, "og:image")).toEqual(["https://site.example/media/share.jpg?w=1200"]);
});
