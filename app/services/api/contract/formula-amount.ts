import { readQuantity } from "./quantity.ts";

const unitNames = { doses: "剂", kilograms: "kg" } as const;

/** What a formula is ordered in. */
export type AmountUnit = keyof typeof unitNames;

/** Reads how much of a formula is ordered. The amount may have the unit: `1,000 剂`, `2 t`. */
export const readFormulaAmount = (amount: string, per: AmountUnit): number | undefined =>
  readQuantity(amount, unitNames[per]).quantity;
