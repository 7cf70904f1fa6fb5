import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { hasTooLargeHeaders, parseTarget, readTarget } from "./request-target.ts";

test.each([
  ["/news/list?page=2", "/news/list", "?page=2", true],
  ["/news/list/?page=2", "/news/list", "?page=2", false],
  ["http://a/../../logo.svg", "/logo.svg", "", false],
  ["http://evil.example/news/list?q=/..", "/news/list", "?q=/..", true],
  ["http://evil.example", "/", "", true],
  ["http://evil.example?x=1", "/", "?x=1", true],
  ["/a#/../b", "/a", "", true],
  [`/a?${"&".repeat(499)}`, "/a", `?${"&".repeat(499)}`, true],
  ["//evil.example/", "//evil.example", "", true],
  ["/a/..//evil.example", "//evil.example", "", true],
])("the target %s is parsed to the path %s", (target, path, search, isCanonical) => {
  expect(parseTarget(target)).toEqual({ path, search, isCanonical });
});

test.each([
  ["*", 400],
  ["", 400],
  ["a/b", 400],
  [`/a${"/".repeat(125_000)}a`, 414],
  [`/${"a".repeat(8192)}`, 414],
  [`/search?q=${"%E4".repeat(40_000)}`, 414],
  [`/about-us?${"+&".repeat(500)}`, 414],
])("the target %j is rejected", (target, status) => {
  expect(parseTarget(target)).toEqual({ status });
});

test.each([
  ["origin", "null", false],
  ["origin", "https://qigu.example:8443", false],
  ["origin", "chrome-extension://abcdefgh", false],
  ["origin", `https://${"a".repeat(300)}`, true],
  ["origin", "https://a b@", true],
  ["host", "[::1]:3000", false],
  ["host", "a".repeat(301), true],
  ["x-forwarded-host", "qigu.example, proxy:8080", false],
  ["x-forwarded-host", "a".repeat(301), true],
])("a request whose header %s is %j is refused: %s", (name, value, isRefused) => {
  const headers = { host: "a", [name]: value };
  const request = { method: "GET", url: "/", httpVersion: "1.1", headers, rawHeaders: [] };
  expect("status" in readTarget(request as unknown as IncomingMessage)).toBe(isRefused);
});

test("headers of 16,000 characters are accepted, and 33,000 exceed the limit of 32 KB", () => {
  const createRequest = (length: number) => ({ rawHeaders: ["Cookie", "a".repeat(length)] }) as IncomingMessage;
  expect(hasTooLargeHeaders(createRequest(16_000))).toBe(false);
  expect(hasTooLargeHeaders(createRequest(33_000))).toBe(true);
});
