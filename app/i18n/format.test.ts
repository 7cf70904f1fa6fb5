import { expect, test } from "vitest";
import { formatDate, formatDateTime, formatDose, formatFileSize, formatKilograms, formatList } from "./format.ts";

test("formats dates in the style of the language, independent of the machine's time zone", () => {
  expect(formatDate("2025-03-12", "cn")).toBe("2025年3月12日");
  expect(formatDate("2025-03-12", "en")).toBe("12 March 2025");
});

test("formats lists", () => {
  expect(formatList(["甲", "乙", "丙"], "cn")).toBe("甲、乙、丙");
  expect(formatList(["a", "b", "c"], "en")).toBe("a, b, c");
});

test("formats doses, kilograms and file sizes", () => {
  expect(formatDose(9, "g", "cn")).toBe("9克");
  expect(formatDose(4.5, "g", "en")).toBe("4.5 g");
  expect(formatDose(3, "枚", "cn")).toBe("3 枚");
  expect(formatKilograms(900, "cn")).toBe("0.9 kg");
  expect(formatKilograms(410.959, "en")).toBe("0.411 kg");
  expect(formatKilograms(36_004, "en")).toBe("36 kg");
  expect(formatFileSize(48_200, "en")).toBe("48 kB");
});

test("formats times in Beijing time, independent of the machine's time zone", () => {
  const moment = new Date("2026-12-08T01:30:00Z");
  expect(formatDateTime(moment, "cn")).toBe("2026年12月8日 09:30");
  expect(formatDateTime(moment, "en")).toBe("8 December 2026 at 09:30");
});
