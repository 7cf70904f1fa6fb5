import { expect, test } from "vitest";
import { limits } from "#app/services/api/contract/limits.ts";
import { getSubmissionSchema, loginSchema, toSingleLineItem } from "./submissions.ts";

test.each([
  ["123456", true],
  ["12345", false],
  ["1234567", false],
  ["a123456", false],
  ["12345a", false],
])("the login code %s is valid: %s", (code, isValid) => {
  expect(loginSchema.safeParse({ account: "ada@example.com", code }).success).toBe(isValid);
});

test("a product's texts become single lines, cut to their limits, and missing texts stay missing", () => {
  const item = { title: `甲\n${"x".repeat(limits.itemTitle)}`, sku: "A\u202eB\u0000C", unit: "k\tg" };
  expect(toSingleLineItem({ ...item, licensedBuyersOnly: true })).toEqual({
    title: `甲 ${"x".repeat(limits.itemTitle - 2)}`,
    sku: "A\u202eB C",
    unit: "k g",
    licensedBuyersOnly: true,
  });
  expect(toSingleLineItem({ title: "甲" })).toEqual({ title: "甲" });
});

test("every kind of line end becomes a line feed", () => {
  const fields = { name: "Ada", contact: "ada@example.com", locale: "en" };
  const read = (content: string) => getSubmissionSchema("guestbook").parse({ ...fields, content })["content"];
  expect(["a\rb", "a\r\nb", "a\nb", "a\u000cb"].map(read)).toEqual(Array.from({ length: 4 }, () => "a\nb"));
});
