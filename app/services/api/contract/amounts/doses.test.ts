import { expect, test } from "vitest";
import { countDoses, findScale } from "./doses.ts";

const createHerb = (dose: number, unit: string) => ({ name: "人参", names: [], dose, unit, role: "monarch" as const });

test("doses of one unit have a scale up to the largest", () => {
  expect(findScale([createHerb(6, "g"), createHerb(12, "g"), createHerb(9, "g")])).toEqual({ unit: "g", largest: 12 });
  expect(findScale([createHerb(6, "g"), createHerb(2, "片")])).toBeUndefined();
  expect(findScale([])).toBeUndefined();
});

test.each([
  [{ amount: 7, per: "doses" }, 40, 7],
  [{ amount: 7, per: "doses" }, 0, 7],
  [{ amount: 2, per: "kilograms" }, 40, 50],
  [{ amount: 2, per: "kilograms" }, 0, undefined],
  [{ per: "kilograms" }, 40, undefined],
  [{ per: "doses" }, 40, undefined],
] as const)("the amount %j of a formula with %d g a dose is %s doses", (amount, grams, doses) => {
  expect(countDoses(amount, grams)).toBe(doses);
});
