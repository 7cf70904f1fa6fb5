import { useEffect, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { OtherRow } from "./watch-sheet.ts";

type SheetSumProps = { form: RefObject<HTMLFormElement | null>; rows: readonly { id: string }[] };

/**
 * Renders the sum of the filled-in rows, and hidden fields for filled-in rows outside the category or keyword. The sum
 * has its own state, so that typing doesn't render thousands of rows again.
 */
export function SheetSum({ form, rows }: SheetSumProps) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  const [others, setOthers] = useState<OtherRow[]>([]);
  const [sum, setSum] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    // Only this view loads the module. If that fails, the sheet works as without script.
    void import("./watch-sheet.ts").then(
      ({ watchSheet }) => watchSheet({ form: form.current!, rows, t, setOthers, setSum, signal: controller.signal }),
      () => undefined,
    );
    return () => controller.abort();
  }, [form, rows, t]);
  return (
    <p id="sheet-sum">
      {sum}
      {others.map(({ id, quantity, isSample }) => (
        <span key={id}>
          <input type="hidden" name="item" value={id} />
          <input type="hidden" id={`sheet-${id}`} name="quantity" value={quantity} />
          {isSample && <input type="hidden" id={`sample-${id}`} name="sample" value={id} />}
        </span>
      ))}
    </p>
  );
}
