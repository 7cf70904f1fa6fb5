import type { AmountUnit } from "./doses.ts";
import { readQuantity } from "./quantity.ts";

const unitNames: Readonly<Record<AmountUnit, string>> = { doses: "剂", kilograms: "kg" };

/** Parses an amount of a formula, for example `1,000 剂` or `2 t`, and converts it to the unit `per`. */
export const readFormulaAmount = (amount: string, per: AmountUnit): number | undefined =>
  readQuantity(amount.replace(/[副服帖付]|doses?$/i, "剂"), unitNames[per]).quantity;
