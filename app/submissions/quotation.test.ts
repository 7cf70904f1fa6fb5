import { expect, test } from "vitest";
import { readQuantity, readQuotation, typedItems } from "./quotation.ts";

test.each([
  ["1", 1],
  [" 12 ", 12],
  ["１２", 12],
  ["999999", 999_999],
  ["1000000", undefined],
  ["0", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["many", undefined],
  ["", undefined],
])("%j is the quantity %s", (typed, quantity) => {
  expect(readQuantity(typed)).toBe(quantity);
});

test("rows stand in their order, each item once", () => {
  const form = new URLSearchParams("item=a&quantity=1&item=b&quantity=2&item=a&quantity=9&item=&quantity=3&item=c");
  expect(typedItems(form)).toEqual([
    { id: "a", quantity: "1" },
    { id: "b", quantity: "2" },
    { id: "c", quantity: "" },
  ]);
});

test("a request may be for nothing in particular, and says what is wrong with it", () => {
  const fine = new URLSearchParams({ name: "Ada", contact: "ada@example.com", message: "\r\nHello" });
  expect(readQuotation(fine, [], "en")).toMatchObject({
    request: { name: "Ada", message: "\nHello", items: [], locale: "en" },
    contact: "ada@example.com",
  });
  expect(readQuotation(new URLSearchParams(), [], "en")).toMatchObject({
    errors: { name: "required", contact: "required" },
  });
});
