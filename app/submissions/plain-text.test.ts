import { expect, test } from "vitest";
import { indented, oneLine } from "./plain-text.ts";

const ends = ["\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\v", "\f"];

test.each(ends)("%j in a value begins no line of its own", (end) => {
  expect(oneLine(`a${end}b`)).toBe("a b");
  expect(oneLine({ name: `a${end}b` }).split(/[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(1);
  expect(indented(`a${end}reference: b`)).toBe("a\n  reference: b");
});

test("nothing turns the text around, moves the cursor or rings the bell; scripts stay as they are", () => {
  expect(oneLine("a\u202eb\u2066c\u001b[2Jd\u0007")).toBe("abc [2Jd ");
  for (const name of ["王小明", "أحمد", "Z\u0301oe", "👩‍👩‍👧‍👦", "ชัยวัฒน์", "O’Neill"]) expect(oneLine(name)).toBe(name);
});
