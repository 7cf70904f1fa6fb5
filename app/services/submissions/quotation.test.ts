import { expect, test } from "vitest";
import { limits } from "../api/contract/limits.ts";
import { toValidLine } from "../api/contract/submissions.ts";
import { parseQuantity, readQuotation, readFormItems } from "./quotation.ts";

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
])("the quantity %j is parsed to %s", (input, quantity) => {
  expect(parseQuantity(input)).toBe(quantity);
});

test("rows keep their order, and repeated and invalid ids are dropped", () => {
  const form = new URLSearchParams("item=a&quantity=1&item=b&quantity=2&item=a&quantity=9&item=&quantity=3&item=c");
  expect(readFormItems(form)).toEqual({
    rows: [
      { id: "a", quantity: "1" },
      { id: "b", quantity: "2" },
      { id: "c", quantity: "" },
    ],
    isTruncated: false,
  });
});

test("rows beyond the limit and rows with invalid ids are dropped", () => {
  const form = new URLSearchParams(Array.from({ length: 7300 }, (_, n) => ["item", `item-${n}`]));
  const { rows, isTruncated } = readFormItems(form);
  expect([rows.length, rows[0]!.id, rows[199]!.id, isTruncated]).toEqual([200, "item-0", "item-199", true]);
  const repeatedRows = Array.from({ length: 400 }, (_, n) => ["item", `item-${n % 200}`]);
  expect(readFormItems(new URLSearchParams(repeatedRows)).isTruncated).toBe(false);
  const invalidRows = new URLSearchParams([
    ["item", "x".repeat(201)],
    ["item", "a\u0000b"],
    ["item", "a\nb"],
    ["item", "valid"],
    ["quantity", "1"],
    ["quantity", "1"],
    ["quantity", "1"],
    ["quantity", "9".repeat(60_000)],
  ]);
  expect(readFormItems(invalidRows)).toEqual({ rows: [{ id: "valid", quantity: "9".repeat(40) }], isTruncated: false });
});

test("a request may have no items, and missing required fields are errors", () => {
  const validForm = new URLSearchParams({ name: "Ada", contact: "ada@example.com", message: "\r\nHello" });
  expect(readQuotation(validForm, [], "en")).toMatchObject({
    request: { name: "Ada", message: "\nHello", items: [], locale: "en" },
    contact: "ada@example.com",
  });
  expect(readQuotation(new URLSearchParams(), [], "en")).toMatchObject({
    errors: { name: "required", contact: "required" },
  });
});

test.each(["a\nb", "a\u202eb", "\ufff9a", "🌿".repeat(600), `${"a".repeat(999)}🌿`])(
  "every title of a catalogue becomes a valid item title (%#)",
  (title) => {
    const form = new URLSearchParams({ name: "Ada", contact: "ada@example.com" });
    const item = { id: "a", title: toValidLine(title, limits.itemTitle), quantity: 1 };
    expect(readQuotation(form, [item], "en")).toMatchObject({ request: { items: [item] } });
  },
);
