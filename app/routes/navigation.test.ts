import { expect, test } from "vitest";
import { destination, ExternalNavigationError } from "../i18n/destination.ts";
import { redirectTo } from "./navigation.ts";

test("paths of this site need no permission", () => {
  expect(destination("/news/list?page=2")).toBe("/news/list?page=2");
});

test.each(["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "mailto:a@b.example"])(
  "%s without permission is an error",
  (url) => {
    expect(() => destination(url)).toThrow(ExternalNavigationError);
    expect(() => redirectTo(url)).toThrow(ExternalNavigationError);
  },
);

test("with permission another site is fine, a scheme that runs code never", () => {
  expect(destination("https://elsewhere.example/a", { external: true })).toBe("https://elsewhere.example/a");
  expect(() => destination("javascript:alert(1)", { external: true })).toThrow(ExternalNavigationError);
  expect(() => destination("data:text/html,x", { external: true })).toThrow(ExternalNavigationError);
});

test("a redirect carries its status and headers", () => {
  const response = redirectTo("/en", { status: 301, headers: { "Cache-Control": "no-store" } });
  expect([response.status, response.headers.get("Location"), response.headers.get("Cache-Control")]).toEqual([
    301,
    "/en",
    "no-store",
  ]);
});
