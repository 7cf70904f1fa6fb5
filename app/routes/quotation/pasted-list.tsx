import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import form from "#app/components/forms/form.module.css";
import { QuantityRow } from "#app/components/forms/quotation-form.tsx";
import { ItemTable, TextRow } from "#app/components/item/item-line.tsx";
import buttons from "#app/components/ui/button.module.css";
import type { PastedList, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";

type PastedListFormProps = { pasted: PastedList; result: QuotationResult; hasSamples: boolean; children: ReactNode };

/** Renders the lines of a pasted list, each with what the visitor adds for it. Nothing is added before the button. `children`: the form to paste again. */
export function PastedListForm({ pasted, result, hasSamples, children }: PastedListFormProps) {
  const { lines, error } = pasted;
  const { t } = useTranslation("quotation");
  const errors = lines.flatMap(({ row }, index) => (row?.error ? { text: row.error, id: `quantity-${index}` } : []));
  return (
    <>
      <ErrorSummary
        result={error ? {} : result}
        fieldErrors={[...(error ? [{ text: error, id: "numbers" }] : []), ...errors]}
      />
      {lines.length > 0 && (
        <Form method="post" action="." className="stack-5" noValidate>
          <ItemTable columns={hasSamples ? 7 : 6}>
            {lines.map((line, index) => (
              <Line key={index} line={line} index={index} hasSamples={hasSamples} />
            ))}
          </ItemTable>
          <p>
            <button type="submit" name="intent" value="pasted" className={buttons["primary"]}>
              {t("pasted.add")}
            </button>
          </p>
        </Form>
      )}
      {children}
    </>
  );
}

type LineProps = { line: PastedList["lines"][number]; index: number; hasSamples: boolean };

function Line({ line: { line, row, isSample, isRaised }, index, hasSamples }: LineProps) {
  const { t } = useTranslation(["quotation", "lines"]);
  const before = (
    <>
      {line && <p className={form["line"]}>{line}</p>}
      <input type="hidden" name="line" value={line} />
      {isRaised && <input type="hidden" name="raised" value={index} />}
    </>
  );
  if (row)
    return (
      <QuantityRow key={row.quantity} row={row} field={`quantity-${index}`} before={<TextRow>{before}</TextRow>}>
        {hasSamples && (
          <td>
            <label>
              <input
                type="checkbox"
                name={`sample-${index}`}
                defaultChecked={isSample}
                aria-label={`${t("lines:heads.sample")} ${row.title}`}
              />
              <span>{t("lines:heads.sample")}</span>
            </label>
          </td>
        )}
      </QuantityRow>
    );
  return (
    <tbody>
      <TextRow>
        {before}
        <p className="note">
          <input type="hidden" name="item" />
          <input type="hidden" name="quantity" />
          {t("pasted.text")}
        </p>
      </TextRow>
    </tbody>
  );
}
