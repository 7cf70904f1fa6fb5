import { expect, test } from "vitest";
import type { SharedData } from "../components/layout/shared-data.ts";
import { pageMeta } from "./page-meta.ts";

/** What a page says of itself, its site having these settings. */
function metaOf(pathname: string, settings: object, page: Parameters<typeof pageMeta>[1] = { title: "T" }) {
  const loaderData = { settings, siteName: "S", origin: "https://site.example" } as SharedData;
  return pageMeta({ location: { pathname }, matches: [{ id: "root", loaderData }] }, page);
}

const named = (found: ReturnType<typeof metaOf>, name: string) =>
  found.flatMap((one) => ("name" in one && one.name === name && "content" in one ? [one.content] : []));
const shared = (found: ReturnType<typeof metaOf>, property: string) =>
  found.flatMap((one) => ("property" in one && one.property === property && "content" in one ? [one.content] : []));
const itemPictures = (found: ReturnType<typeof metaOf>) =>
  found.flatMap((one) => ("itemProp" in one ? [[one["itemProp"], one["content"]]] : []));

test("neither Baidu's code nor WeChat's picture is there by itself", () => {
  const found = metaOf("/", {});
  expect(named(found, "baidu-site-verification")).toEqual([]);
  expect(itemPictures(found)).toEqual([]);
  expect(shared(found, "og:image")).toEqual(["https://site.example/share/site.png"]);
});

test("Baidu's code stands on the front page, in both languages, and nowhere else", () => {
  const settings = { baiduVerification: "codeva-AbCd1234" };
  expect(named(metaOf("/", settings), "baidu-site-verification")).toEqual(["codeva-AbCd1234"]);
  expect(named(metaOf("/en", settings), "baidu-site-verification")).toEqual(["codeva-AbCd1234"]);
  expect(named(metaOf("/news/list", settings), "baidu-site-verification")).toEqual([]);
});

test("the picture to share is that of every page without one of its own", () => {
  const settings = { sharePicture: { src: "/files/share.png" } };
  const own = "https://site.example/files/share.png";
  const found = metaOf("/news/list", settings);
  expect([shared(found, "og:image"), itemPictures(found)]).toEqual([[own], [["image", own]]]);
  expect(shared(found, "og:image:width")).toEqual([]);
  const item = metaOf("/product/info/x", settings, { title: "T", image: { src: "/plates/huang-qi.svg" } });
  const plate = "https://site.example/share/huang-qi.png";
  expect([shared(item, "og:image"), itemPictures(item)]).toEqual([[plate], [["image", plate]]]);
  expect(shared(item, "og:image:width")).toEqual(["1200"]);
});

test("a backend's picture comes in a width that others take", () => {
  const found = metaOf("/", { sharePicture: { src: "/media/share.jpg" } });
  expect(shared(found, "og:image")).toEqual(["https://site.example/media/share.jpg?w=1200"]);
});
