import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import form from "#app/components/forms/form.module.css";
import { QuantityRow } from "#app/components/forms/quotation-form.tsx";
import { ItemTable, TextRow } from "#app/components/item/item-line.tsx";
import buttons from "#app/components/ui/button.module.css";
import type { CheckedLine, CheckedList, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";

type PastedListFormProps = {
  list: CheckedList;
  result: QuotationResult | undefined;
  hasSamples: boolean;
  /** The form to paste more. */
  children: ReactNode;
};

/** Renders the lines of a pasted list, each with what the visitor adds for it. Nothing is added before the button. */
export function PastedListForm({ list, result, hasSamples, children }: PastedListFormProps) {
  const { t } = useTranslation("quotation");
  return (
    <>
      <ErrorSummary result={result} fieldErrors={list.errors} />
      <p role="status">{list.status}</p>
      <Form method="post" action="?check=1" className="stack-5" noValidate>
        <ItemTable columns={hasSamples ? 7 : 6}>
          {list.lines.map(({ key, ...line }) => (
            <Line key={key} line={line} hasSamples={hasSamples} />
          ))}
        </ItemTable>
        <p>
          <button type="submit" name="intent" value="pasted" className={buttons["primary"]}>
            {t("pasted.add")}
          </button>
        </p>
      </Form>
      {children}
    </>
  );
}

type LineProps = { line: Omit<CheckedLine, "key">; hasSamples: boolean };

function Line({ line: { line, row, note, field, isOpen }, hasSamples }: LineProps) {
  const { t } = useTranslation("lines");
  const text = line && (
    <p id={`${field}-line`} className={form["line"]}>
      {line}
    </p>
  );
  if (!row) {
    return (
      <tbody>
        <TextRow>
          {text}
          <p className="note">{note}</p>
        </TextRow>
      </tbody>
    );
  }
  return (
    <QuantityRow row={{ ...row, note }} field={field} isOpen={isOpen} before={text && <TextRow>{text}</TextRow>}>
      {hasSamples && (
        <td>
          <label>
            <input
              type="checkbox"
              name="sample"
              value={field}
              defaultChecked={row.sample}
              aria-label={`${t("heads.sample")} ${row.title}`}
            />
            <span>{t("heads.sample")}</span>
          </label>
        </td>
      )}
    </QuantityRow>
  );
}
