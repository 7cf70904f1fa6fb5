import type { TFunction } from "i18next";
import { flushSync } from "react-dom";
import { readDraft } from "#app/components/forms/draft.ts";
import { restoreDraft } from "#app/components/forms/restore-draft.ts";

/** A filled-in row that isn't rendered. */
export type OtherRow = { id: string; quantity: string; isSample: boolean };

type WatchOptions = {
  form: HTMLFormElement;
  rows: readonly { id: string }[];
  t: TFunction<"list", "sheet">;
  setOthers: (others: OtherRow[]) => void;
  setSum: (sum: string) => void;
  signal: AbortSignal;
};

/** Restores the draft's values, and sums them at each input until `signal` aborts. */
export function watchSheet({ form, rows, t, setOthers, setSum, signal }: WatchOptions): void {
  if (signal.aborted) return;
  // Renders the fields of the other rows first, so that the draft can be restored into them.
  const others = readOtherRows(rows);
  flushSync(() => setOthers(others));
  restoreDraft(form, "sheet");
  const elsewhere = others.filter(({ quantity }) => quantity).length;
  void import("./read-sheet.ts").then(
    ({ sumUp }) => {
      const showSum = () =>
        setSum([sumUp(form, t), elsewhere && t("elsewhere", { count: elsewhere })].filter(Boolean).join(" · "));
      showSum();
      form.addEventListener("input", showSum, { signal });
    },
    // Safari before 16.4 can't parse the module's regular expressions, so the sheet has no sum.
    () => undefined,
  );
}

function readOtherRows(shownRows: readonly { id: string }[]): OtherRow[] {
  const draft = readDraft("sheet");
  const shownIds = new Set(shownRows.map(({ id }) => id));
  const ids = new Set(Object.keys(draft).map((key) => /^(?:sheet|sample)-(.+)/.exec(key)?.[1]));
  const read = (key: string) => draft[key]?.[0] ?? "";
  return [...ids].flatMap((id) => {
    if (id === undefined || shownIds.has(id)) return [];
    const row = { id, quantity: read(`sheet-${id}`), isSample: read(`sample-${id}`) !== "" };
    return row.quantity || row.isSample ? [row] : [];
  });
}
