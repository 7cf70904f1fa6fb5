import { expect, test } from "vitest";
import { createRandomPaths } from "#tests/setup/random/spellings.ts";
import { toCanonicalPath } from "./canonical-path.ts";

test.each([
  ["/", "/"],
  ["/news/list", "/news/list"],
  ["/news/", "/news"],
  ["//", "/"],
  ["/%6eews/list", "/news/list"],
  ["/news/list/%e4%b8%ad", "/news/list/%e4%b8%ad"],
  ["/x/../files/a.pdf", "/files/a.pdf"],
  ["/x/%2e%2e/files/a.pdf", "/files/a.pdf"],
  ["/x/.%2E/./files/a.pdf", "/files/a.pdf"],
  ["/assets/../logo.svg", "/logo.svg"],
  ["/../../logo.svg", "/logo.svg"],
  ["//evil.example/", "//evil.example"],
  ["/.//evil.example", "//evil.example"],
  ["/a/..//evil.example/", "//evil.example"],
  ["/%2%65//evil.example", "/%2%65//evil.example"],
  ["/%2/../%6eews", "/news"],
  ["/\\evil.example", "//evil.example"],
  ["/a//b", "/a//b"],
  ["/a%2fb", "/a%2fb"],
  ["/100%", "/100%"],
  ["/a/../%09/evil.example%2f..", "/%09/evil.example%2f.."],
  ["/中", "/%E4%B8%AD"],
])("the canonical path of %s is %s", (path, expected) => {
  expect(toCanonicalPath(path)).toBe(expected);
});

test.each(["", "*", "a", "http://a/b"])("%j is rejected as a path", (path) => {
  expect(toCanonicalPath(path)).toBeUndefined();
});

test("a canonical path stays the same if it is canonicalised again, here and in a browser", () => {
  for (const path of createRandomPaths()) {
    const canonical = toCanonicalPath(path)!;
    expect(toCanonicalPath(canonical), path).toBe(canonical);
    expect(new URL(`http://site.invalid${canonical}`).href, path).toBe(`http://site.invalid${canonical}`);
  }
});
