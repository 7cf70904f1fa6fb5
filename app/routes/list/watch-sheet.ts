import type { TFunction } from "i18next";
import { flushSync } from "react-dom";
import { readDraft } from "#app/components/forms/draft.ts";
import { restoreDraft } from "#app/components/forms/restore-draft.ts";
import { readQuantity } from "#app/services/api/contract/quantity.ts";
import { readPasted, type PastedRow } from "./read-pasted.ts";

/** A filled-in row that isn't rendered. */
export type OtherRow = { id: string; quantity: string; isSample: boolean };

type Watch = {
  form: HTMLFormElement;
  rows: readonly PastedRow[];
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
  restoreDraft(form, "sheet");
  const elsewhere = others.filter(({ quantity }) => quantity).length;
  const [pasted, field] = [form.querySelector("output")!, form.querySelector("textarea")!];
  const update = () => {
    setSum([sumUp(form, t), elsewhere && t("elsewhere", { count: elsewhere })].filter(Boolean).join(" · "));
    // React renders no children of it.
    pasted.value = field.value.trim() && describePasted(field.value, rows, t);
  };
  update();
  form.addEventListener("input", update, { signal });
}

const maxPastedLines = 8;

/** Returns `2 items read · 1 line to check`, and a line for each: `✓ Astragalus 40 kg`, `? QG-P-9999 5`. */
function describePasted(text: string, rows: readonly PastedRow[], t: Watch["t"]): string {
  const { read, unread } = readPasted(text, rows, t("sample"));
  const counts = [
    read.length > 0 && t("read", { count: read.length }),
    unread.length > 0 && t("unread", { count: unread.length }),
  ];
  const lines = [...unread.map((line) => `? ${line}`), ...read.map((line) => `✓ ${line}`)];
  const more = lines.length > maxPastedLines ? ["…"] : [];
  return [counts.filter(Boolean).join(" · "), ...lines.slice(0, maxPastedLines), ...more].join("\n");
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
