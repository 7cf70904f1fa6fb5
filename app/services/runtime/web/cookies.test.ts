import { expect, test } from "vitest";
import { formatSetCookie, readCookie } from "./cookies.ts";

test.each([
  [null, undefined],
  ["a=b; token=x", "x"],
  ["csrftoken=x", undefined],
  ["token=first; token=second", "first"],
  ["token=a%20b", "a b"],
  ["token=%zz", "%zz"],
  ["__proto__=x", undefined],
])("the Cookie header %j has the token %j", (header, value) => {
  expect(readCookie(header, "token")).toBe(value);
});

test("a cookie is valid for the whole site and hidden from scripts by default", () => {
  expect(formatSetCookie("token", "a b", { maxAge: 60, isSecure: true })).toBe(
    "token=a%20b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(formatSetCookie("count", "2", { maxAge: 0, isSecure: false, isReadableByScripts: true })).toBe(
    "count=2; Max-Age=0; Path=/; SameSite=Lax",
  );
});
