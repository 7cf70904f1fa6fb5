import { expect, test } from "vitest";
import {
  getKindOfPath,
  isKeywordTooLong,
  readId,
  readKeyword,
  readListParams,
  readTopic,
  readVerbatim,
} from "./params.ts";

const createUrl = (query: string) => new URL(`http://site.test/news/list${query}`);

test("a URL without a query means the first page, newest first", () => {
  expect(readListParams(createUrl(""), "")).toEqual({
    isSheet: false,
    category: undefined,
    page: 1,
    sort: "newest",
    isDefaultSort: true,
    keyword: "",
    isVerbatim: false,
  });
});

test.each(["?page=", "?sort=", "?page=&keyword=&sort="])("empty fields of a form (%s) count as absent", (query) => {
  expect(readListParams(createUrl(query), undefined)?.page).toBe(1);
});

test.each(["?page=0", "?page=-1", "?page=99999999999", "?page=1.5", "?page=%201", "?sort=price"])(
  "the query %s is invalid",
  (query) => {
    expect(readListParams(createUrl(query), undefined)).toBeUndefined();
  },
);

test("a category may have several segments, but no control characters, no empty segments and no more than ten levels", () => {
  const tenLevels = Array.from({ length: 10 }, () => "a").join("/");
  for (const path of ["a/b/c", tenLevels]) expect(readListParams(createUrl(""), path)?.category).toBe(path);
  for (const splat of ["a//b", "a\u0000", `${tenLevels}/a`, "x".repeat(501)]) {
    expect(readListParams(createUrl(""), splat)).toBeUndefined();
  }
});

test("keywords lose invisible characters and outer spaces, keep inner spaces, and have at most 100 characters", () => {
  expect(readKeyword(createUrl("?keyword=%E2%80%AE黄%E2%80%8B芪%EF%BB%BF"), "keyword")).toBe("黄芪");
  expect(readKeyword(createUrl("?keyword=%20%20黄芪%00%0A片%20"), "keyword")).toBe("黄芪 片");
  expect(isKeywordTooLong("药".repeat(100))).toBe(false);
  expect(isKeywordTooLong("药".repeat(101))).toBe(true);
});

test("ids are printable and bounded in length", () => {
  expect(readId("gui-zhi-tang")).toBe("gui-zhi-tang");
  expect(readId("12")).toBe("12");
  expect(readId("a\u0000")).toBeUndefined();
  expect(readId("a".repeat(201))).toBeUndefined();
});

test("the kind is read from the path", () => {
  expect(getKindOfPath("/en/product/list/a")).toBe("product");
  expect(getKindOfPath("/unicorn/list")).toBeUndefined();
});

test.each([
  ["/product/list?view=sheet", true, "title"],
  ["/en/product/list?view=sheet&sort=newest", true, "title"],
  ["/product/list?view=x&sort=newest", false, "newest"],
  ["/product/list?sheet=view", false, "title"],
  ["/product/list?keyword=x", false, "newest"],
  ["/news/list?view=sheet", false, "newest"],
])("for %s, `isSheet` is %s and `sort` is %s", (path, isSheet, sort) => {
  expect(readListParams(new URL(path, "http://site.test"), undefined)).toMatchObject({ isSheet, sort });
});

test("a list's keyword is read from the query, and only `verbatim=1` searches for it without corrections", () => {
  expect(readListParams(createUrl("?keyword=a&q=b&verbatim=1"), "")).toMatchObject({ keyword: "a", isVerbatim: true });
  expect([readVerbatim(createUrl("?verbatim=2")), readVerbatim(createUrl("?x=1"))]).toEqual([false, false]);
});

test.each([
  ["product/huang-qi", { kind: "product", name: "huang-qi" }],
  ["batch/HQ 2601\n HQ 2602", { kind: "batch", name: "HQ 2601\n HQ 2602" }],
  ["batch/", { kind: "batch", name: "" }],
  ["search/ 黄\u200b芪 ", { kind: "search", name: "黄芪" }],
  [`search/${"药".repeat(100)}`, { kind: "search", name: "药".repeat(100) }],
  [`product/${"a".repeat(101)}`, { kind: "product", name: "a".repeat(101) }],
  [`search/${"药".repeat(101)}`, undefined],
  ["search/ ", undefined],
  ["product/", undefined],
  ["product/a\u0000", undefined],
  ["unicorn/a", undefined],
  ["1/product/a", undefined],
  ["product", undefined],
  [null, undefined],
])("the topic %j is parsed to %j", (about, topic) => {
  expect(readTopic(about)).toEqual(topic);
});
