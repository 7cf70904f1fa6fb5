import { expect, test } from "vitest";
import { localizeLinks } from "./rich-text.tsx";

test.each([
  ['<a href="/product/info/huang-qi">a</a>', '<a href="/en/product/info/huang-qi">a</a>'],
  ['<a title="t" href="/">a</a>', '<a title="t" href="/en">a</a>'],
  ['<a href="/en/about-us">a</a>', '<a href="/en/about-us">a</a>'],
  ['<a href="/files/a.pdf">a</a>', '<a href="/files/a.pdf">a</a>'],
  ['<a href="https://x.example/">a</a>', '<a href="https://x.example/">a</a>'],
  ['<img src="/plates/a.svg">', '<img src="/plates/a.svg">'],
])("%s in English is %s", (html, localized) => {
  expect(localizeLinks(html, "en")).toBe(localized);
  expect(localizeLinks(html, "cn")).toBe(html);
});
