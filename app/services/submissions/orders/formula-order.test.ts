import { expect, test } from "vitest";
import type { Ingredient } from "#app/services/api/contract/entities.ts";
import { addItem, setItems, type BasketItem } from "./basket.ts";
import { addNeededItems, computeNeeds, convertNeed, formulaOrderSchema } from "./formula-order.ts";

const createIngredient = (name: string, dose: number, product?: string, unit = "g"): Ingredient => ({
  name,
  dose,
  unit,
  role: "monarch",
  names: [],
  latin: undefined,
  product: product ? { id: product, title: name, kind: "product", lang: undefined } : undefined,
});

const formula = [
  createIngredient("twig", 9, "gui-zhi"),
  createIngredient("peony", 6, "bai-shao"),
  createIngredient("ginger", 5),
];

test("an order in doses or in kilograms gives the amount of each herb", () => {
  const count = (amount: number, per: "doses" | "kilograms") =>
    computeNeeds(formula, { amount, per }).map((need) => [need.name, need.product, need.amount, need.unit]);
  expect(count(100, "doses")).toEqual([
    ["twig", "gui-zhi", 900, "g"],
    ["peony", "bai-shao", 600, "g"],
    ["ginger", undefined, 500, "g"],
  ]);
  expect(count(20, "kilograms").map(([, , amount]) => amount)).toEqual([9000, 6000, 5000]);
});

test("ingredients of one product are added up, and units that aren't weights stay as they are", () => {
  const ingredients = [
    createIngredient("liquorice", 3, "gan-cao", "克"),
    createIngredient("fried liquorice", 6, "gan-cao"),
    createIngredient("dates", 4, "", "枚"),
  ];
  expect(computeNeeds(ingredients, { amount: 2, per: "doses" }).map(({ amount, unit }) => [amount, unit])).toEqual([
    [18, "g"],
    [8, "枚"],
  ]);
  // No dose is a weight, so kilograms can't be converted to doses.
  expect(computeNeeds([createIngredient("dates", 4, "", "枚")], { amount: 2, per: "kilograms" })).toEqual([]);
});

test("a need is converted to the unit of the minimum order and rounded up, without floating-point errors", () => {
  const [need] = computeNeeds([createIngredient("twig", 0.1, "gui-zhi")], { amount: 30_000, per: "doses" });
  expect(convertNeed(need!, { quantity: 20, unit: "kg" })).toBe(3);
  expect(convertNeed({ ...need!, amount: 3001 }, { quantity: 20, unit: "公斤" })).toBe(4);
  expect(convertNeed(need!, { quantity: 2, unit: "cartons" })).toBeUndefined();
  expect(convertNeed({ ...need!, unit: "枚" }, { quantity: 2, unit: "kg" })).toBeUndefined();
  expect(convertNeed(need!, undefined)).toBeUndefined();
});

test("the needed quantities are added to the list as they are, also below the minimum order", () => {
  const items = [{ id: "gan-cao", quantity: 20 }];
  const needed = [
    { id: "gan-cao", needed: 5 },
    { id: "gui-zhi", needed: 1 },
  ];
  expect(addNeededItems(items, needed, "a")).toEqual([
    { id: "gan-cao", quantity: 25, formulas: { a: 5 }, isApart: true, replaced: 20 },
    { id: "gui-zhi", quantity: 1, formulas: { a: 1 } },
  ]);
});

test("a corrected order of a formula replaces its former needs, and the visitor's own quantity stays", () => {
  const order = (items: BasketItem[], needed: number, formula: string) =>
    addNeededItems(items, [{ id: "huang-qi", needed }], formula);
  const getQuantity = ([item]: BasketItem[]) => item!.quantity;
  const firstItems = order([], 3, "a");
  expect([getQuantity(firstItems), getQuantity(order(firstItems, 93, "a"))]).toEqual([3, 93]);
  expect(getQuantity(order(order(firstItems, 93, "a"), 3, "a"))).toBe(3);
  const bothItems = order(firstItems, 5, "b");
  expect([getQuantity(bothItems), getQuantity(order(bothItems, 93, "a"))]).toEqual([8, 98]);
  // First, the visitor adds ten, which stay when the need changes. Then, instead, the visitor reduces the quantity to
  // two, which is raised to the new need.
  expect(getQuantity(order(addItem(firstItems, { id: "huang-qi", quantity: 10 }), 93, "a"))).toBe(103);
  expect(getQuantity(order(setItems(firstItems, [{ id: "huang-qi", quantity: 2 }], []), 93, "a"))).toBe(93);
});

test.each(["0", "", "1.5", "1000000", "-1", "many", "5 kg"])("the amount %j is refused", (amount) => {
  expect(formulaOrderSchema.safeParse({ amount, per: "doses" }).success).toBe(false);
});

test.each([
  [" １００ ", "kilograms", 100],
  ["1,000 剂", "doses", 1000],
  ["三百副", "doses", 300],
  ["2 t", "kilograms", 2000],
] as const)("the amount %j in %s is parsed as %i", (amount, per, number) => {
  expect(formulaOrderSchema.parse({ amount, per }).amount).toBe(number);
});
