import { expect, test } from "vitest";
import { formatDate, formatDose, formatList, formatMoment, formatShare, formatSize } from "./format.ts";

test("dates are written as the language does, whatever the time zone of the machine", () => {
  expect(formatDate("2025-03-12", "cn")).toBe("2025年3月12日");
  expect(formatDate("2025-03-12", "en")).toBe("12 March 2025");
});

test("lists", () => {
  expect(formatList(["甲", "乙", "丙"], "cn")).toBe("甲、乙、丙");
  expect(formatList(["a", "b", "c"], "en")).toBe("a, b, c");
});

test("doses, shares and sizes", () => {
  expect(formatDose(9, "g", "cn")).toBe("9克");
  expect(formatDose(4.5, "g", "en")).toBe("4.5 g");
  expect(formatDose(3, "枚", "cn")).toBe("3 枚");
  expect(formatShare(0.236, "en")).toBe("24%");
  expect(formatSize(48_200, "en")).toBe("48 kB");
});

test("a moment is written by the company's clock, whatever the machine's", () => {
  const moment = new Date("2026-12-08T01:30:00Z");
  expect(formatMoment(moment, "cn")).toBe("2026年12月8日 09:30");
  expect(formatMoment(moment, "en")).toBe("8 December 2026 at 09:30");
});
