import type { TFunction } from "i18next";
import { toItemKey } from "#app/services/api/contract/item-number.ts";
import { parseMinimumOrder } from "#app/services/api/contract/minimum-order.ts";
import { readQuantity } from "#app/services/api/contract/quantity.ts";
import { readPastedItems, resolveItems } from "#app/services/submissions/pasted-items.ts";
import { readPastedLines } from "#app/services/submissions/pasted-lines.ts";

type SheetTFunction = TFunction<"list", "sheet">;

/** Fields of a row that the parser needs. */
export type SheetProduct = { id: string; title: string; sku?: string | undefined; minimum?: string | undefined };

/** Parses pasted lines like the server, but finds only the sheet's products. @returns texts to render */
export function readPasted(
  text: string,
  rows: readonly SheetProduct[],
  sample: string,
): { accepted: string[]; toCheck: string[] } {
  const ids = new Map(rows.flatMap(({ id, sku }) => (sku ? [[toItemKey(sku), id]] : [])));
  const products = new Map(rows.map(({ id, title, minimum }) => [id, { title, minimum: parseMinimumOrder(minimum) }]));
  const wantedItems = readPastedLines(text)
    .flatMap((line) => readPastedItems(line, (number) => ids.has(toItemKey(number))))
    .map(({ number = "", ...item }) => ({ ...item, id: ids.get(toItemKey(number)) }));
  const { items, quantities } = resolveItems(wantedItems, products);
  const getTitle = (id = "") => products.get(id)?.title ?? id;
  const amounts = Array.from(quantities, ([id, quantity]) => {
    const unit = products.get(id)?.minimum?.unit ?? "";
    return `${getTitle(id)} ${quantity.toLocaleString()} ${unit}`.trim();
  });
  const samples = items.filter(({ isSample }) => isSample);
  const itemsToCheck = items.filter(({ outcome }) => outcome === "unknown" || outcome === "refused");
  return {
    accepted: [...amounts, ...samples.map(({ id }) => `${getTitle(id)} ${sample}`)],
    toCheck: itemsToCheck.map(({ line }) => line),
  };
}

const maxPastedLines = 8;

/**
 * Returns the counts, for example `2 items read · 1 line to check`, and below them a line for each, for example
 * `✓ Astragalus 40 kg` or `? QG-P-9999 5`.
 */
export function describePasted(text: string, rows: readonly SheetProduct[], t: SheetTFunction): string {
  const { accepted, toCheck } = readPasted(text, rows, t("sample"));
  const counts = [
    accepted.length > 0 && t("read", { count: accepted.length }),
    toCheck.length > 0 && t("unread", { count: toCheck.length }),
  ];
  const lines = [...toCheck.map((line) => `? ${line}`), ...accepted.map((line) => `✓ ${line}`)];
  const more = lines.length > maxPastedLines ? ["…"] : [];
  return [counts.filter(Boolean).join(" · "), ...lines.slice(0, maxPastedLines), ...more].join("\n");
}

/**
 * Returns the sheet's sums, for example `3 filled in · 45 kg · 1 sample`. Quantities that can't be parsed are repeated
 * as typed.
 */
export function sumUp(form: HTMLFormElement, t: SheetTFunction): string {
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
