import { expect, test } from "vitest";
import { formatBadge, readInquiryCount } from "./inquiry-link.tsx";

const badges: [count: number, text: string][] = [
  [0, ""],
  [1, "1"],
  [99, "99"],
  [100, "99+"],
  [Number.NaN, ""],
];
test.each(badges)("S26 the badge for %d items is %j", (count, text) => {
  expect(formatBadge(count)).toBe(text);
});

test.each([
  ["", 0],
  ["a=b; inquiry_count=7", 7],
  ["inquiry_count=x", 0],
  ["xinquiry_count=3", 0],
])("the count in the cookies %j is read as %i", (cookies, count) => {
  expect(readInquiryCount(cookies)).toBe(count);
});
