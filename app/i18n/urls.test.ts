import { expect, test } from "vitest";
import { createRandomPaths } from "#tests/setup/random/spellings.ts";
import {
  createLanguageSwitchPath,
  isSitePath,
  localizePath,
  parseSitePath,
  splitLocale,
  translatePath,
} from "./urls.ts";

test.each([
  ["/", "cn", "/"],
  ["/en", "en", "/"],
  ["/en/", "en", "/"],
  ["/en/news/list", "en", "/news/list"],
  ["/english", "cn", "/english"],
  ["/news/en", "cn", "/news/en"],
  ["/cn/news", "cn", "/cn/news"],
])("%s has the locale %s and the path %s", (pathname, locale, path) => {
  expect(splitLocale(pathname)).toEqual({ locale, path });
});

test.each([
  ["/", "/en"],
  ["/news/list?page=2#top", "/en/news/list?page=2#top"],
  ["/?a=1", "/en?a=1"],
  ["/#top", "/en#top"],
])("%s in English is %s, and vice versa", (cn, en) => {
  expect(localizePath(cn, "en")).toBe(en);
  expect(localizePath(cn, "cn")).toBe(cn);
  expect(translatePath(en, "cn")).toBe(cn);
  expect(translatePath(en, "en")).toBe(en);
});

test("the language switch keeps path and query", () => {
  expect(createLanguageSwitchPath("/news/list?page=2&sort=title", "en")).toBe(
    "/language/en?to=%2Fnews%2Flist%3Fpage%3D2%26sort%3Dtitle",
  );
});

test.each(["/", "/news", "/a?b=c#d", "/药材", "/files/price list.pdf"])("%s is a path of this site", (path) => {
  expect(isSitePath(path)).toBe(true);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "",
  "/a\nb",
  "news",
  "/.//evil.example",
  "/..//evil.example",
  "/en/..//evil.example",
  "/%2e//evil.example",
  "/a/%2E%2e//evil.example",
  "/./\\evil.example",
  "/\tevil.example",
])("%j is not a path of this site", (path) => {
  expect(isSitePath(path)).toBe(false);
});

test("every path that is accepted stays on this site in every language", () => {
  for (const value of createRandomPaths()) {
    const target = parseSitePath(value);
    if (target === undefined) continue;
    expect(new URL(target, "https://site.example").origin, value).toBe("https://site.example");
    const translation = parseSitePath(translatePath(target, "cn"));
    if (translation) expect(new URL(translation, "https://site.example").origin, value).toBe("https://site.example");
  }
});
