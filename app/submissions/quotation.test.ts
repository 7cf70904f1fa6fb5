import { expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { asLine } from "../contract/submissions.ts";
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
  expect(typedItems(form)).toEqual({
    rows: [
      { id: "a", quantity: "1" },
      { id: "b", quantity: "2" },
      { id: "c", quantity: "" },
    ],
    isCut: false,
  });
});

test("no more rows are read than a list holds, however many are sent, and no ids that none can be", () => {
  const form = new URLSearchParams(Array.from({ length: 7300 }, (_, n) => ["item", `item-${n}`]));
  const { rows, isCut } = typedItems(form);
  expect([rows.length, rows[0]!.id, rows[199]!.id, isCut]).toEqual([200, "item-0", "item-199", true]);
  const full = Array.from({ length: 400 }, (_, n) => ["item", `item-${n % 200}`]);
  expect(typedItems(new URLSearchParams(full)).isCut).toBe(false);
  const strange = new URLSearchParams([
    ["item", "x".repeat(201)],
    ["item", "a\u0000b"],
    ["item", "a\nb"],
    ["item", "fine"],
    ["quantity", "1"],
    ["quantity", "1"],
    ["quantity", "1"],
    ["quantity", "9".repeat(60_000)],
  ]);
  expect(typedItems(strange)).toEqual({ rows: [{ id: "fine", quantity: "9".repeat(40) }], isCut: false });
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

test.each(["a\nb", "a\u202eb", "\ufff9a", "🌿".repeat(600), `${"a".repeat(999)}🌿`])(
  "whatever a catalogue calls an item, it can be asked for (%#)",
  (title) => {
    const form = new URLSearchParams({ name: "Ada", contact: "ada@example.com" });
    const item = { id: "a", title: asLine(title, limits.itemTitle), quantity: 1 };
    expect(readQuotation(form, [item], "en")).toMatchObject({ request: { items: [item] } });
  },
);
