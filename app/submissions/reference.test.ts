import { expect, test } from "vitest";
import { isReference, newReference } from "./reference.ts";

test("references have 8 characters of which no two look alike", () => {
  const made = Array.from({ length: 200 }, newReference);
  expect(made.every(isReference)).toBe(true);
  expect(made.join("")).not.toMatch(/[01BILOSUVZ5]/);
  for (const wrong of [null, "", "ABC", "ABCDEFG0", "ABCDEFGHJ", "<script>"]) expect(isReference(wrong)).toBe(false);
});
