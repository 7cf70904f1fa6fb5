import type { AmountUnit } from "./doses.ts";
import { readQuantity } from "./quantity.ts";

const unitNames: Readonly<Record<AmountUnit, string>> = { doses: "剂", kilograms: "kg" };

/** Parses a formula's amount and unit: `1,000 剂`, `2 t`. */
export const readFormulaAmount = (amount: string, per: AmountUnit): number | undefined =>
  readQuantity(amount, unitNames[per]).quantity;
