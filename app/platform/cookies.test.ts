import { expect, test } from "vitest";
import { cookieValue } from "./cookies.ts";

test.each([
  [null, undefined],
  ["a=b; token=x", "x"],
  ["csrftoken=x", undefined],
  ["token=first; token=second", "first"],
  ["token=a%20b", "a b"],
  ["token=%zz", "%zz"],
  ["__proto__=x", undefined],
])("%j has the token %j", (header, value) => {
  expect(cookieValue(header, "token")).toBe(value);
});
