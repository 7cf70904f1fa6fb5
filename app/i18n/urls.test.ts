import { expect, test } from "vitest";
import { spellings } from "../../tests/setup/spellings.ts";
import { isSitePath, parseSitePath, languageSwitchPath, localizePath, splitLocale, twinPath } from "./urls.ts";

test.each([
  ["/", "cn", "/"],
  ["/en", "en", "/"],
  ["/en/", "en", "/"],
  ["/en/news/list", "en", "/news/list"],
  ["/english", "cn", "/english"],
  ["/news/en", "cn", "/news/en"],
  ["/cn/news", "cn", "/cn/news"],
])("%s is %s %s", (pathname, locale, path) => {
  expect(splitLocale(pathname)).toEqual({ locale, path });
});

test.each([
  ["/", "/en"],
  ["/news/list?page=2#top", "/en/news/list?page=2#top"],
  ["/?a=1", "/en?a=1"],
  ["/#top", "/en#top"],
])("%s in English is %s, and back", (cn, en) => {
  expect(localizePath(cn, "en")).toBe(en);
  expect(localizePath(cn, "cn")).toBe(cn);
  expect(twinPath(en, "cn")).toBe(cn);
  expect(twinPath(en, "en")).toBe(en);
});

test("the switch carries path and query", () => {
  expect(languageSwitchPath("/news/list?page=2&sort=title", "en")).toBe(
    "/language/en?to=%2Fnews%2Flist%3Fpage%3D2%26sort%3Dtitle",
  );
});

test.each(["/", "/news", "/a?b=c#d", "/药材"])("%s is a path of this site", (path) => {
  expect(isSitePath(path)).toBe(true);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "",
  "/a\nb",
  "/a b",
  "news",
  "/.//evil.example",
  "/..//evil.example",
  "/en/..//evil.example",
  "/%2e//evil.example",
  "/a/%2E%2e//evil.example",
  "/./\\evil.example",
  "/\tevil.example",
])("%j is not", (path) => {
  expect(isSitePath(path)).toBe(false);
});

/** Pieces of which targets are made that somebody writes who wants to lead a visitor elsewhere. */
const pieces = [
  "/",
  "//",
  ".",
  "..",
  "%2e",
  "%2%65",
  "%2f",
  "%5c",
  "\\",
  "@",
  ":",
  "?",
  "#",
  "a",
  "evil.example",
  "%09",
  "\t",
];

test("whatever is written, a target that is taken leads to this site, in every language", () => {
  for (const value of spellings(pieces, 8)) {
    const target = parseSitePath(value);
    if (target === undefined) continue;
    expect(new URL(target, "https://site.example").origin, value).toBe("https://site.example");
    const twin = parseSitePath(twinPath(target, "cn"));
    if (twin) expect(new URL(twin, "https://site.example").origin, value).toBe("https://site.example");
  }
});
