import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

test.each([
  ["the direction override around a number from a phone's contacts", "\u202d13800000000\u202c", "13800000000"],
  ["directional isolates", "\u2068岐谷\u2069", "岐谷"],
  ["zero-width characters", "a\u200bb@example.com\ufeff", "ab@example.com"],
  ["a soft hyphen and a word joiner", "liquo\u00adrice\u2060", "liquorice"],
  ["a variation selector after a letter, a digit or an ideograph", "黄芪\ufe00 4\ufe0f0 葛\u{e0100}", "黄芪 40 葛"],
  ["a joiner between letters that don't join", "黄\u200d芪 a\u200cb", "黄芪 ab"],
  ["fillers of Hangul, and annotations", "\u3164\u115f\ufff9x\ufffb", "x"],
  ["tag characters without a flag", "a\u{e0041}b", "ab"],
])("removes %s", (_, text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});

test.each(["👩‍⚕️", "👨‍👩‍👧‍👦", "🧑🏽‍🌾", "❤️", "1️⃣", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "☎︎", "می‌خواهم", "क्‍ष", "ᠠ᠋"])("%s stays as it is", (text) => {
  expect(cleanText(text)).toBe(text.normalize("NFC"));
});

test.each([
  ["⻩芪", "黄芪"],
  ["⻨冬", "麦冬"],
  ["川⻉⺟", "川贝母"],
  ["⾁桂", "肉桂"],
  ["⻢⻬苋", "马齐苋"],
  ["⼤⿈ ⽩朮", "大黃 白朮"],
])("%s from a PDF becomes %s", (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});

test("every radical has a single ideograph as its replacement", () => {
  const radicals = Array.from({ length: 0x2fd6 - 0x2e80 }, (_, index) => String.fromCodePoint(0x2e80 + index));
  const assigned = radicals.filter((one) => /\p{Assigned}/u.test(one) && !"⺀".includes(one));
  for (const radical of assigned)
    expect([radical, cleanText(radical)]).toEqual([radical, expect.stringMatching(/^\p{Unified_Ideograph}$/u)]);
});

test("decomposed letters are composed, and other characters stay", () => {
  expect(cleanText("Hua\u0301ng qi\u0301\t\n\u0007 ㎏ ＡＢ ① “x”")).toBe("Huáng qí\t\n\u0007 ㎏ ＡＢ ① “x”");
  expect(cleanText("\ufa1a")).toBe("祥");
});
