import { expect, test } from "vitest";
import { parseMinimumOrder } from "./minimum-order.ts";

test.each([
  ["20kg", { quantity: 20, unit: "kg" }],
  ["２０ 公斤", { quantity: 20, unit: "公斤" }],
  ["1,000 件起", { quantity: 1000, unit: "件" }],
  ["起订量：5 箱", { quantity: 5, unit: "箱" }],
  ["from 5 cartons", { quantity: 5, unit: "cartons" }],
  ["≥ 2.5 t", { quantity: 3, unit: "t" }],
  ["0.5 kg", { quantity: 1, unit: "kg" }],
  ["500 g (one bag)", { quantity: 500, unit: "g" }],
  ["10 kg minimum", { quantity: 10, unit: "kg" }],
  ["at least 3 bottles", { quantity: 3, unit: "bottles" }],
  ["20.0 kg", { quantity: 20, unit: "kg" }],
  ["  from 5 kg minimum ", { quantity: 5, unit: "kg" }],
  ["1 kg", { quantity: 1, unit: "kg" }],
  ["999,999 kg", { quantity: 999_999, unit: "kg" }],
  ["1,000,000 kg", undefined],
  [`5 ${"箱".repeat(60)}`, { quantity: 5, unit: "箱".repeat(60) }],
  [`5 ${"箱".repeat(61)}`, undefined],
  // Only the first 120 characters are read.
  [`5 kg (${"x".repeat(113)})`, { quantity: 5, unit: "kg" }],
  [`5 kg (${"x".repeat(114)})`, undefined],
  // Texts without a single valid quantity, or without a unit after it
  ["0 kg", undefined],
  ["9,999,999 kg", undefined],
  ["20", undefined],
  ["by arrangement", undefined],
  ["2 cartons of 10 kg", undefined],
  ["10-20 kg", undefined],
  ["", undefined],
  [undefined, undefined],
])("the minimum order %j is parsed to %j", (input, minimumOrder) => {
  expect(parseMinimumOrder(input)).toEqual(minimumOrder);
});
