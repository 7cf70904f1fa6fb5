import { expect, test } from "vitest";
import { measureCpu } from "#tests/setup/run/cpu-time.ts";
import { isUnit, readQuantity, toGrams } from "./quantity.ts";

test.each([
  [" ４０ 公斤 ", 40],
  ["40 KG.", 40],
  ["40㎏", 40],
  ["40 kilos", 40],
  ["1.5 tonnes", 1500],
  ["1.1吨", 1100],
  ["0.5噸", 500],
  ["3000克", 3],
  ["20两", 1],
  ["1.000 kg", undefined],
  ["0.500 t", 500],
  ["x 1,000 kg", 1000],
  ["1,000,000 g", 1000],
  ["1,000,00", undefined],
  ["1,2345", undefined],
  ["0,500", undefined],
  ["a1,000", undefined],
  [".5 t", 500],
  ["4\u200b\u200b0 kg", 40],
  ["1，000 公斤", 1000],
  ["1 000 kg", undefined],
  ["1'000", 1000],
  ["12,345", 12_345],
  ["2 bags of 25 kg", undefined],
  ["两百五十公斤", 250],
  ["二百五", 250],
  ["一千零五公斤", 1005],
  ["一万二", 12_000],
  ["1.5万公斤", undefined],
  ["二十万", 200_000],
  ["一万零二百五", 10_250],
  ["二百三百", undefined],
  ["十百", undefined],
  ["廿五公斤", 25],
  ["一二〇", 120],
  ["十公斤", 10],
  ["半吨", 500],
  ["一吨半", 1500],
  ["两斤", 1],
  ["四十两", 2],
  ["一千千克", 1000],
  ["壹佰贰拾公斤", 120],
  ["三点五吨", undefined],
  ["1吨500公斤", undefined],
  ["½ t", undefined],
  ["x8", 8],
  ["*8", 8],
  ["8x", 8],
  ["25kg×8袋", 200],
  ["25 kg x 8", 200],
  ["2 x 3 x 4", undefined],
  ["2 kg x 3 kg", undefined],
  ["25 kg x 12 months", undefined],
  ["8 x many", undefined],
  ["8 bags × 25kg", 200],
  ["25kg/袋×8", 200],
  ["999999", 999_999],
  // Ranges, negative numbers, decimal commas and unreadable texts
  ["20至30公斤", undefined],
  ["-5", undefined],
  ["1,5", undefined],
  ["1.2.3", undefined],
  ["4O", undefined],
  ["三七", undefined],
  ["", undefined],
  ["十几公斤", undefined],
  ["1e5", undefined],
  ["一二三百", undefined],
])("for a product in kg %j is the quantity %s", (text, quantity) => {
  expect(readQuantity(text, "kg").quantity).toBe(quantity);
});

test.each([
  ["500克", { reason: "notWhole", amount: 0.5, possible: [1] }],
  ["999999.5", { reason: "notWhole", amount: 999_999.5, possible: [999_999] }],
  ["1000000.5", { reason: "outOfRange" }],
  ["10 lb", { reason: "notWhole", amount: 4.535924, possible: [4, 5] }],
  ["3 箱", { reason: "otherUnit" }],
  ["2 sacks", { reason: "otherUnit" }],
  ["0", { reason: "outOfRange" }],
  ["40-50", { reason: "unreadable" }],
])("the quantity %j is refused with the problem %j", (text, problem) => {
  expect(readQuantity(text, "公斤").problem).toEqual(problem);
});

test("a product's unit may be countable, such as cartons, or a weight other than kilograms", () => {
  expect(readQuantity("3箱", "cartons").problem).toEqual({ reason: "otherUnit" });
  expect(readQuantity("3", "cartons").quantity).toBe(3);
  expect(readQuantity("2 sacks", "sacks").quantity).toBe(2);
  expect(readQuantity("2 flasks", "flasks").quantity).toBe(2);
  expect(readQuantity("2 flasks", "vials").problem).toEqual({ reason: "otherUnit" });
  expect(readQuantity("3 kg", "cartons").problem).toEqual({ reason: "otherUnit" });
  expect(readQuantity("2 kg", "g").quantity).toBe(2000);
  expect(readQuantity("2000 kg", "吨").quantity).toBe(2);
  expect(readQuantity("500 kg", "t").problem).toEqual({ reason: "notWhole", amount: 0.5, possible: [1] });
  // If the product's unit is unknown, only a number without a unit is accepted.
  expect(readQuantity("20").quantity).toBe(20);
  expect(readQuantity("20 kg").problem).toEqual({ reason: "otherUnit" });
});

test("units are recognised in several spellings, and only weights are converted to grams", () => {
  expect(toGrams(2, "斤")).toBe(1000);
  expect(toGrams(1, " K. . G. ")).toBe(1000);
  expect(toGrams(3, "箱")).toBeUndefined();
  expect(toGrams(3, "flasks")).toBeUndefined();
  expect(isUnit(" K. G. ")).toBe(true);
  expect(isUnit("flasks")).toBe(false);
});

test("a long text is parsed quickly", async () => {
  for (const piece of ["1", "1,", "一", "1kg", "1 kg ", "x", "半", "1/", "千克", "1 "])
    expect(await measureCpu(() => readQuantity(piece.repeat(50_000), "kg")), piece).toBeLessThan(2);
});
