import { expect, test } from "vitest";
import { chooseLocale, createLocaleCookie, readStoredLocale } from "./detection.ts";

test.each([
  [null, "cn"],
  ["", "cn"],
  ["en", "en"],
  ["en-GB,en;q=0.9", "en"],
  ["zh-TW,en;q=0.8", "cn"],
  ["en;q=0.3, zh;q=0.9", "cn"],
  ["zh;q=0.3,en;q=0.9", "en"],
  ["en;q=0,zh;q=0.1", "cn"],
  ["fr-FR,en;q=0.5", "en"],
  ["fr,sw", "cn"],
  ["*", "cn"],
  ["fr, *;q=0.5, en;q=0.1", "cn"],
  ["EN-us", "en"],
  ["enx", "cn"],
  [";;;,q=,=,en;q=abc", "cn"],
])("S2 Accept-Language %j chooses %s for the root page", (header, locale) => {
  expect(chooseLocale("/", null, header)).toBe(locale);
});

test.each([
  [null, undefined],
  ["i18n_redirected=en", "en"],
  ["a=b; i18n_redirected=cn; c=d", "cn"],
  ["i18n_redirected=fr", undefined],
  ["i18n_redirected=__proto__", undefined],
  ["xi18n_redirected=en", undefined],
  ["a=b; i18n_redirected=; i18n_redirected=en", "en"],
])("S2 the language stored in the cookies %j is %s", (cookies, locale) => {
  expect(readStoredLocale(cookies)).toBe(locale);
});

test("S2 the language choice is stored for 365 days", () => {
  expect(createLocaleCookie("en", false)).toBe("i18n_redirected=en; Max-Age=31536000; Path=/; SameSite=Lax");
  expect(createLocaleCookie("cn", true)).toBe("i18n_redirected=cn; Max-Age=31536000; Path=/; Secure; SameSite=Lax");
});

test("S2 the stored choice takes precedence over the browser's languages, which apply only to the root page", () => {
  expect(chooseLocale("/", "i18n_redirected=cn", "en")).toBe("cn");
  expect(chooseLocale("/news/list", "i18n_redirected=en", "zh")).toBe("en");
  expect(chooseLocale("/news/list", null, "en")).toBe("cn");
});
