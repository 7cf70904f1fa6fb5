import { expect, test } from "vitest";
import { createReference, isReference } from "./reference.ts";

test("references have 8 characters, none of which is easily mistaken for another", () => {
  const references = Array.from({ length: 200 }, createReference);
  expect(references.every(isReference)).toBe(true);
  expect(references.join("")).not.toMatch(/[01BILOSUVZ5]/);
  for (const invalidReference of [null, "", "ABC", "ABCDEFG0", "ABCDEFGHJ", "<script>"])
    expect(isReference(invalidReference)).toBe(false);
});
