import { expect, test } from "vitest";
import { decodeCharset, getCharset, parseUrlEncoded, toUtf8Query } from "./charset.ts";

test.each([
  [null, "utf-8"],
  ["application/x-www-form-urlencoded", "utf-8"],
  ["application/x-www-form-urlencoded; charset=GBK", "GBK"],
  ['application/json;Charset = "gb18030" ; x=1', "gb18030"],
])("the type %s has the charset %s", (contentType, charset) => {
  expect(getCharset(contentType)).toBe(charset);
});

test.each([
  ["name=%BB%C6%DC%CE&content=a+b%3Dc", "GBK", { name: "黄芪", content: "a b=c" }],
  ["name=%E9%BB%84%E8%8A%AA", "UTF-8", { name: "黄芪" }],
  ["name=%E9%BB%84%E8%8A%AA", "GBK", { name: "黄芪" }],
  ["name=\xbb\xc6&x", "gb2312", { name: "黄", x: "" }],
  ["name=caf%E9", "iso-8859-1", { name: "café" }],
  ["a=1&a=2&%zz=%", "utf-8", { a: "2", "%zz": "%" }],
])("the form %s, declared as %s, has the fields %j", (text, charset, fields) => {
  expect(Object.fromEntries(parseUrlEncoded(text, charset))).toEqual(fields);
});

test("bytes that aren't text in their charset, and unknown charsets, are errors", () => {
  expect(() => parseUrlEncoded("name=%BB%C6", "utf-8")).toThrow(TypeError);
  expect(() => decodeCharset(Buffer.from([0xff]), "gb18030")).toThrow(TypeError);
  expect(() => parseUrlEncoded("name=a", "klingon")).toThrow(RangeError);
});

test.each([
  ["?q=%BB%C6%DC%CE", "?q=%E9%BB%84%E8%8A%AA"],
  ["?a=1&q=%b5%b1%b9%e9&b=x+y", "?a=1&q=%E5%BD%93%E5%BD%92&b=x+y"],
  ["?q=\xbb\xc6", "?q=%E9%BB%84"],
])("the query %s is converted to %s", (search, utf8) => {
  expect(toUtf8Query(search)).toBe(utf8);
});

test.each(["", "?q=huang+qi", "?q=%E9%BB%84%E8%8A%AA", "?q=%E9%BB%84%E8%8A", "?q=%E9%BB&page=2", "?q=%ff%fe", "?q=%"])(
  "the query %s isn't converted",
  (search) => {
    expect(toUtf8Query(search)).toBeUndefined();
  },
);
