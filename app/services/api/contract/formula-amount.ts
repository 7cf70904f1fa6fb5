import { readQuantity } from "./quantity.ts";

const unitNames = { doses: "剂", kilograms: "kg" } as const;

/** Unit of a formula's amount. */
export type AmountUnit = keyof typeof unitNames;

/** Reads a formula's amount, which may contain the unit: `1,000 剂`, `2 t`. */
export const readFormulaAmount = (amount: string, per: AmountUnit): number | undefined =>
  readQuantity(amount, unitNames[per]).quantity;
