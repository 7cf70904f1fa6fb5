import { expect, test } from "vitest";
import { badgeText, inquiryCount } from "./inquiry-link.tsx";

test.each([
  [0, ""],
  [1, "1"],
  [99, "99"],
  [100, "99+"],
  [Number.NaN, ""],
])("%d items are %j", (count, text) => {
  expect(badgeText(count)).toBe(text);
});

test.each([
  ["", 0],
  ["a=b; inquiry_count=7", 7],
  ["inquiry_count=x", 0],
  ["xinquiry_count=3", 0],
])("cookies %j count %i", (cookies, count) => {
  expect(inquiryCount(cookies)).toBe(count);
});
