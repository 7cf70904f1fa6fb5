import { expect, test } from "vitest";
import { limitMarks, normaliseUnicode } from "./normalise-unicode.ts";

test("a letter keeps at most 30 marks, also with joiners between them", () => {
  const marks = "\u0301\u0325".repeat(15);
  expect(limitMarks(`a${marks}\u0301b${marks}`)).toBe(`a${marks}b${marks}`);
  expect(limitMarks(`a${"\u0951\u200d".repeat(40)}`)).toBe(`a${"\u0951\u200d".repeat(15)}`);
  expect(normaliseUnicode(`e${"\u0301".repeat(90)}`, "NFC")).toBe(`é${"\u0301".repeat(29)}`);
});

test.each(["ที่นี่", "שָׁלוֹם", "ٱلسَّلَامُ", "क्षेत्र", "क्‍ष", "Tiếng Việt", "བཀྲ་ཤིས།", "👨‍👩‍👧‍👦", "1️⃣", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"])(
  "%s stays as it is",
  (text) => {
    expect(limitMarks(text.repeat(1000))).toBe(text.repeat(1000));
  },
);
