import { expect, test } from "vitest";
import { getPathAfterLogin, isGuarded } from "./guarded-routes.ts";

const routes = ["/case/*", "/about-us", "/news/list/公司"];

test.each([
  ["/about-us", true],
  ["/en/about-us", true],
  ["/about-us/more", false],
  ["/case/list", true],
  ["/en/case/info/1", true],
  ["//case/list", true],
  ["/case", true],
  ["/cases", false],
  ["/news/list/%E5%85%AC%E5%8F%B8", true],
  ["/news/list", false],
  ["/", false],
  ["/login", false],
])("%s is guarded: %s", (path, expected) => expect(isGuarded(path, routes)).toBe(expected));

test("every path except the login page can be guarded", () => {
  const paths = ["/", "/en", "/news/list", "/login", "/en/login"];
  expect(paths.filter((path) => isGuarded(path, ["/*"]))).toEqual(["/", "/en", "/news/list"]);
});

test.each([
  ["/en/case/list?page=2", "/en/case/list?page=2"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["/login?redirect=/login", "/"],
  [null, "/"],
])("after login with redirect %j the visitor gets %s", (redirect, target) =>
  expect(getPathAfterLogin(redirect, "/")).toBe(target),
);
