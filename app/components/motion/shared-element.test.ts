import { expect, test } from "vitest";
import { createTransitionName } from "./shared-element.tsx";

test.each(["人参 10g", "a.b/c", "x+y", "😀", "product-huang-qi"])("the name %s becomes a CSS identifier", (name) => {
  expect(createTransitionName(name)).toMatch(/^[\w-]+$/);
});

test("different names give different CSS identifiers", () => {
  expect(new Set(["人参", "人 参", "人-参", "a b", "a_20b"].map(createTransitionName)).size).toBe(5);
  expect(createTransitionName("product-huang-qi")).toBe("product-huang-qi");
});
