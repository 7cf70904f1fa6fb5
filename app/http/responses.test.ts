import { expect, test } from "vitest";
import { checkDestination, ExternalNavigationError } from "#app/i18n/urls.ts";
import { redirectTo } from "./responses.ts";

test("S24 paths of this site are allowed without `external: true`", () => {
  expect(checkDestination("/news/list?page=2")).toBe("/news/list?page=2");
});

test.each(["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "mailto:a@b.example"])(
  "S24 a redirect to %s throws unless other sites are allowed",
  (url) => {
    expect(() => checkDestination(url)).toThrow(ExternalNavigationError);
    expect(() => redirectTo(url)).toThrow(ExternalNavigationError);
  },
);

test("S24 with `external: true` other sites are allowed, but never schemes that run code", () => {
  expect(checkDestination("https://elsewhere.example/a", { external: true })).toBe("https://elsewhere.example/a");
  expect(() => checkDestination("javascript:alert(1)", { external: true })).toThrow(ExternalNavigationError);
  expect(() => checkDestination("data:text/html,x", { external: true })).toThrow(ExternalNavigationError);
});

test("a redirect has the given status and headers", () => {
  const { status, headers } = redirectTo("/en", { status: 301, headers: { "Cache-Control": "no-store" } });
  expect([status, headers.get("Location"), headers.get("Cache-Control")]).toEqual([301, "/en", "no-store"]);
});
