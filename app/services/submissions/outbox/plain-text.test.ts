import { expect, test } from "vitest";
import { indentLines, toSingleLine } from "./plain-text.ts";

const lineBreaks = ["\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\v", "\f"];

test.each(lineBreaks)("the line break %j in a value doesn't start a new field", (lineBreak) => {
  expect(toSingleLine(`a${lineBreak}b`)).toBe("a b");
  expect(toSingleLine({ name: `a${lineBreak}b` }).split(/[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(1);
  expect(indentLines(`a${lineBreak}reference: b`)).toBe("a\n  reference: b");
});

test("control characters are removed, and letters of all scripts stay unchanged", () => {
  expect(toSingleLine("a\u202eb\u2066c\u001b[2Jd\u0007")).toBe("abc [2Jd ");
  for (const name of ["王小明", "أحمد", "Z\u0301oe", "👩‍👩‍👧‍👦", "ชัยวัฒน์", "O’Neill"]) expect(toSingleLine(name)).toBe(name);
});
