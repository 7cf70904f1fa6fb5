import type { TFunction } from "i18next";
import { flushSync } from "react-dom";
import { readDraft } from "#app/components/forms/draft.ts";
import { startSavingDraft } from "#app/components/forms/save-draft.ts";
import { readQuantity } from "#app/services/api/contract/quantity.ts";

/** A filled-in row that isn't rendered. */
export type OtherRow = { id: string; quantity: string; isSample: boolean };

type Watch = {
  form: HTMLFormElement;
  rows: readonly { id: string }[];
  t: TFunction<"list", "sheet">;
  setOthers: (others: OtherRow[]) => void;
  setSum: (sum: string) => void;
  signal: AbortSignal;
};

/** Saves the values and sums them at each input until `signal` aborts. */
export function watchSheet({ form, rows, t, setOthers, setSum, signal }: Watch): void {
  if (signal.aborted) return;
  // The draft includes these rows' fields, so they are rendered first.
  const others = readOtherRows(rows);
  flushSync(() => setOthers(others));
  const stopSaving = startSavingDraft(form, "sheet");
  signal.addEventListener("abort", stopSaving);
  const elsewhere = others.filter(({ quantity }) => quantity).length;
  const update = () =>
    setSum([sumUp(form, t), elsewhere && t("elsewhere", { count: elsewhere })].filter(Boolean).join(" · "));
  update();
  form.addEventListener("input", update, { signal });
}

function readOtherRows(shownRows: readonly { id: string }[]): OtherRow[] {
  const draft = readDraft("sheet");
  const shown = new Set(shownRows.map(({ id }) => id));
  const ids = new Set(Object.keys(draft).map((key) => /^(?:sheet|sample)-(.+)/.exec(key)?.[1]));
  const read = (key: string) => draft[key]?.[0] ?? "";
  return [...ids].flatMap((id) => {
    if (id === undefined || shown.has(id)) return [];
    const row = { id, quantity: read(`sheet-${id}`), isSample: read(`sample-${id}`) !== "" };
    return row.quantity || row.isSample ? [row] : [];
  });
}

/** Returns `3 filled in · 45 kg · 1 sample`. Other texts are repeated as typed. */
function sumUp(form: HTMLFormElement, t: Watch["t"]): string {
  const totals = new Map<string | undefined, number>();
  const texts: string[] = [];
  const inputs = [...form.querySelectorAll<HTMLInputElement>("td input[name=quantity]")];
  const filled = inputs.filter(({ value }) => value.trim());
  for (const { value, dataset } of filled) {
    const { unit } = dataset;
    const { quantity } = readQuantity(value, unit);
    if (quantity === undefined) texts.push(value.trim());
    else totals.set(unit, (totals.get(unit) ?? 0) + quantity);
  }
  const sums = [...totals].map(([unit, amount]) => `${amount.toLocaleString()} ${unit ?? ""}`.trim());
  const samples = form.querySelectorAll("td input[name=sample]:checked").length;
  const amounts = [...sums, ...texts].join(" + ");
  const parts = [t("filled", { count: filled.length }), amounts, samples && t("samples", { count: samples })];
  return parts.filter(Boolean).join(" · ");
}
