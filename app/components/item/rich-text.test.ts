import { expect, test } from "vitest";
import { localizeLinks, wrapTables } from "./rich-text.tsx";

test.each([
  ['<a href="/product/info/huang-qi">a</a>', '<a href="/en/product/info/huang-qi">a</a>'],
  ['<a title="t" href="/">a</a>', '<a title="t" href="/en">a</a>'],
  ['<a href="/en/about-us">a</a>', '<a href="/en/about-us">a</a>'],
  ['<a href="/files/a.pdf">a</a>', '<a href="/files/a.pdf">a</a>'],
  ['<a href="https://x.example/">a</a>', '<a href="https://x.example/">a</a>'],
  ['<img src="/plates/a.svg">', '<img src="/plates/a.svg">'],
])("on an English page %s becomes %s", (html, expected) => {
  expect(localizeLinks(html, "en")).toBe(expected);
  expect(localizeLinks(html, "cn")).toBe(html);
});

test("every table, even within another table, is wrapped in a region with a unique name", () => {
  const html = "<p>a</p><table><tr><td><table></table></td></tr></table>";
  const createRegion = (n: number) => `<div role="region" tabindex="0" aria-label="Table ${n}">`;
  expect(wrapTables(html, (n) => `Table ${n}`)).toBe(
    `<p>a</p>${createRegion(1)}<table><tr><td>${createRegion(2)}<table></table></div></td></tr></table></div>`,
  );
});
