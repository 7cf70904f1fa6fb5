import { useEffect, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { readOtherRows, startSavingDraft } from "#app/components/forms/draft.ts";

type Sum = { rows: number; samples: number; amounts: string };

/**
 * Sums what is filled in, and keeps it. Rows that the category or the keyword leaves out are hidden fields, so that they
 * are sent, too. It has a state of its own, because typing mustn't draw thousands of rows again.
 */
export function SheetSum({ form, rows }: { form: RefObject<HTMLFormElement | null>; rows: readonly { id: string }[] }) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  const [others, setOthers] = useState<ReturnType<typeof readOtherRows>>();
  const [sum, setSum] = useState<Sum>();
  useEffect(() => setOthers(readOtherRows(rows)), [rows]);
  useEffect(() => {
    if (!others) return undefined;
    const element = form.current!;
    const stopSaving = startSavingDraft(element, "sheet");
    const update = () => setSum(sumUp(element));
    update();
    element.addEventListener("input", update);
    return () => {
      stopSaving();
      element.removeEventListener("input", update);
    };
  }, [form, others]);
  const elsewhere = others?.filter(({ quantity }) => quantity).length;
  const parts = sum && [
    t("filled", { count: sum.rows }),
    sum.amounts,
    sum.samples > 0 && t("samples", { count: sum.samples }),
    elsewhere && t("elsewhere", { count: elsewhere }),
  ];
  return (
    <p id="sheet-sum">
      {parts?.filter(Boolean).join(" · ")}
      {others?.map(({ id, quantity, isSample }) => (
        <span key={id}>
          <input type="hidden" name="item" value={id} />
          <input type="hidden" id={`sheet-${id}`} name="quantity" value={quantity} />
          {isSample && <input type="hidden" id={`sample-${id}`} name="sample" value={id} />}
        </span>
      ))}
    </p>
  );
}

/** What isn't a number is repeated as it was typed. */
function sumUp(form: HTMLFormElement): Sum {
  const totals = new Map<string, number>();
  const texts: string[] = [];
  const inputs = [...form.querySelectorAll<HTMLInputElement>("td input[name=quantity]")];
  const filled = inputs.filter(({ value }) => value.trim());
  for (const { value, dataset } of filled) {
    const [unit = "", amount] = [dataset["unit"], Number(value.normalize("NFKC"))];
    if (amount > 0) totals.set(unit, (totals.get(unit) ?? 0) + amount);
    else texts.push(value.trim());
  }
  const sums = [...totals].map(([unit, amount]) => `${amount.toLocaleString()} ${unit}`.trim());
  const samples = form.querySelectorAll("td input[name=sample]:checked").length;
  return { rows: filled.length, samples, amounts: [...sums, ...texts].join(" + ") };
}
