import { Form } from "react-router";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { QuantityRow } from "#app/components/forms/quotation-form.tsx";
import buttons from "#app/components/ui/button.module.css";
import form from "#app/components/forms/form.module.css";
import type { PastedList, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { createQuantityError } from "#app/services/api/contract/forms/quantity-error.ts";
import { PasteForm } from "./paste-form.tsx";

type PastedListFormProps = { pasted: PastedList; result: QuotationResult; hasSamples: boolean };

/** Renders the lines of a pasted list, each with what the visitor adds for it. Nothing is added before the button. */
export function PastedListForm({ pasted, result, hasSamples }: PastedListFormProps) {
  const { lines, error } = pasted;
  const { t } = useTranslation("quotation");
  const { t: tForms } = useTranslation("forms");
  const errors = lines.flatMap(({ row }, index) =>
    row?.problem ? { text: createQuantityError(tForms, row), id: `quantity-${index}` } : [],
  );
  return (
    <>
      <ErrorSummary
        result={error ? {} : result}
        fieldErrors={[...(error ? [{ text: error, id: "numbers" }] : []), ...errors]}
      />
      {lines.length > 0 && (
        <Form method="post" action="." className={`${form["form"]} stack-5`} noValidate>
          <ol className={form["rows"]}>
            {lines.map((line, index) => (
              <Line key={index} line={line} index={index} hasSamples={hasSamples} />
            ))}
          </ol>
          <p>
            <button type="submit" name="intent" value="pasted" className={buttons["primary"]}>
              {t("pasted.add")}
            </button>
          </p>
        </Form>
      )}
      <PasteForm {...pasted} />
    </>
  );
}

type LineProps = { line: PastedList["lines"][number]; index: number; hasSamples: boolean };

function Line({ line: { line, row, isSample, isRaised }, index, hasSamples }: LineProps) {
  const { t } = useTranslation("quotation");
  return (
    <li>
      {line && <p className={form["line"]}>{line}</p>}
      <input type="hidden" name="line" value={line} />
      {isRaised && <input type="hidden" name="raised" value={index} />}
      {row ? (
        <QuantityRow row={row} field={`quantity-${index}`}>
          {hasSamples && (
            <label className={form["check"]}>
              <input type="checkbox" name={`sample-${index}`} defaultChecked={isSample} /> {t("pasted.sample")}
              <span className="visually-hidden"> {row.title}</span>
            </label>
          )}
        </QuantityRow>
      ) : (
        <p className="note">
          <input type="hidden" name="item" />
          <input type="hidden" name="quantity" />
          {t("pasted.text")}
        </p>
      )}
    </li>
  );
}
