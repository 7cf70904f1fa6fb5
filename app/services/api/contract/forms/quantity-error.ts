import type { TFunction } from "i18next";
import { limits } from "#app/services/api/contract/limits.ts";
import type { BasketRow } from "./form-results.ts";

/** Describes why a quantity, as typed, isn't accepted. @returns `undefined` if it is */
export function createQuantityError(t: TFunction<"forms">, row: BasketRow): string | undefined {
  const { id, title, minimum, quantity, problem } = row;
  if (!problem) return undefined;
  const values = { label: title ?? id, typed: quantity, unit: minimum?.unit, max: limits.quantity };
  if (problem.reason === "changed")
    return t("errors.changed", { ...values, unit: minimum?.unit ?? "", amount: problem.amount });
  if (problem.reason === "otherUnit") return t(minimum ? "errors.otherUnit" : "errors.noUnit", values);
  if (problem.reason === "notWhole")
    return t("errors.notWhole", {
      ...values,
      amount: problem.amount,
      possible: problem.possible?.map((one) => `${one} ${minimum?.unit ?? ""}`.trim()).join(" / "),
    });
  return t("errors.quantity", { ...values, unit: minimum ? ` ${minimum.unit}` : "" });
}
