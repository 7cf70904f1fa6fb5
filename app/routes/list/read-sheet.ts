import type { TFunction } from "i18next";
import { readQuantity } from "#app/services/api/contract/amounts/quantity.ts";

/**
 * Returns the sheet's sums, for example `3 filled in · 45 kg · 1 sample`. Quantities that can't be parsed are repeated
 * as typed.
 */
export function sumUp(form: HTMLFormElement, t: TFunction<"list", "sheet">): string {
  const totals = new Map<string | undefined, number>();
  const texts: string[] = [];
  const inputs = [...form.querySelectorAll<HTMLInputElement>("td input[name=quantity]")];
  const filledInputs = inputs.filter(({ value }) => value.trim());
  for (const { value, dataset } of filledInputs) {
    const { unit } = dataset;
    const { quantity } = readQuantity(value, unit);
    if (quantity === undefined) texts.push(value.trim());
    else totals.set(unit, (totals.get(unit) ?? 0) + quantity);
  }
  const sums = [...totals].map(([unit, amount]) => `${amount.toLocaleString()} ${unit ?? ""}`.trim());
  const samples = form.querySelectorAll("td input[name=sample]:checked").length;
  const amounts = [...sums, ...texts].join(" + ");
  const parts = [t("filled", { count: filledInputs.length }), amounts, samples && t("samples", { count: samples })];
  return parts.filter(Boolean).join(" · ");
}
