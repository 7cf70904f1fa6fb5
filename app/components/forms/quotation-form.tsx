import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { ItemRow, ItemTable, TextRow } from "#app/components/item/item-line.tsx";
import buttons from "#app/components/ui/button.module.css";
import { Icon } from "#app/components/ui/icon.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getListPath } from "#app/i18n/urls.ts";
import { isBelowMinimum } from "#app/services/api/contract/amounts/minimum-order.ts";
import type { BasketRow, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { deleteDraft } from "./draft.ts";
import styles from "./form.module.css";
import { saveListedItems } from "./listed-items.ts";
import { SubmissionForm } from "./submission-form.tsx";

type QuotationFormProps = {
  formKey: string;
  rows: BasketRow[];
  /** The list as it was pasted, which is sent with the inquiry. */
  pastedText?: string | undefined;
  /** Message text that the site fills in. */
  message?: string | undefined;
  /** Sentence about the lines that were added from the order sheet. */
  outcome?: string | undefined;
  result: QuotationResult | undefined;
};

/** Renders inquiry list and quotation request as one form, so changing the list keeps the other fields. */
export function QuotationForm({ formKey, rows, pastedText, message, outcome, result }: QuotationFormProps) {
  const { search } = useLocation();
  useEffect(() => saveListedItems(rows.map(({ id }) => id)), [rows]);
  const rowErrors = rows.flatMap(({ id, error }) => (error ? { text: error, id: `quantity-${id}` } : []));
  const errors = result?.refusedText ? [{ text: result.refusedText.error, id: "numbers" }, ...rowErrors] : rowErrors;
  const text = result ? undefined : outcome;
  // An outcome means that the server has received the order sheet's lines, so the sheet's draft is deleted.
  useEffect(() => (text ? deleteDraft("sheet") : undefined), [text]);
  return (
    <SubmissionForm
      form="quotation"
      result={result}
      initialValues={{ message }}
      initialKey={formKey}
      query={search}
      intent="send"
      errors={errors}
    >
      {text && <p role="status">{text}</p>}
      <BasketRows rows={rows} />
      {pastedText && <PastedText text={pastedText} />}
    </SubmissionForm>
  );
}

/** Renders a pasted list folded, as it is sent, with a link to its check and a button that removes it. */
function PastedText({ text }: { text: string }) {
  const { t } = useTranslation("quotation");
  return (
    <details>
      <summary>{t("pasted.kept")}</summary>
      <p className={styles["line"]}>{text}</p>
      <p className="buttons no-print">
        <SiteLink to="/quotation?check=1" className={buttons["quiet"]}>
          {t("pasted.title")}
        </SiteLink>
        <button type="submit" name="intent" value="forget" className={buttons["quiet"]}>
          {t("pasted.forget")}
        </button>
      </p>
    </details>
  );
}

function BasketRows({ rows }: { rows: BasketRow[] }) {
  const { t } = useTranslation(["forms", "quotation"]);
  const ref = useFocusOnRemoval<HTMLDivElement & HTMLFieldSetElement>(rows.length);
  const browseLink = (
    <SiteLink to={getListPath("product")} className={buttons["quiet"]}>
      {t("quotation:browse")}
    </SiteLink>
  );
  if (rows.length === 0) {
    return (
      <div ref={ref} tabIndex={-1} className={`${styles["field"]} no-print`}>
        <p className="note">{t("quotation.empty")}</p>
        <p>{browseLink}</p>
      </div>
    );
  }
  return (
    <fieldset ref={ref} tabIndex={-1} className={styles["rows"]}>
      <legend className={styles["label"]}>{t("quotation.items", { count: rows.length })}</legend>
      {/* Enter activates the first submit button, which must not remove a row. */}
      <button type="submit" name="intent" value="update" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t("quotation.update")}
      </button>
      <ItemTable>
        {rows.map((row) => (
          <QuantityRow key={`${row.id} ${row.quantity}`} row={row} field={`quantity-${row.id}`}>
            <td className="no-print">
              <button type="submit" name="remove" value={row.id} className={styles["remove"]}>
                <Icon name="close" />
                <span className="visually-hidden">{t("quotation.remove", { title: row.title ?? row.id })}</span>
              </button>
            </td>
          </QuantityRow>
        ))}
      </ItemTable>
      <p className="buttons">
        <button type="submit" name="intent" value="update" className={buttons["quiet"]}>
          {t("quotation.update")}
        </button>
        {rows.some(isBelowMinimum) && (
          <button type="submit" name="intent" value="raise" className={buttons["quiet"]}>
            {t("quotation.raise")}
          </button>
        )}
        {browseLink}
      </p>
    </fieldset>
  );
}

/** Focuses the list after a row was removed, because the button that had the focus is gone. */
function useFocusOnRemoval<Container extends HTMLElement>(count: number): RefObject<Container | null> {
  const ref = useRef<Container>(null);
  const lastCount = useRef(count);
  useEffect(() => {
    if (count < lastCount.current) ref.current?.focus();
    lastCount.current = count;
  }, [count]);
  return ref;
}

type QuantityRowProps = {
  row: BasketRow;
  /** Id of the quantity's field. */
  field: string;
  /** A `TextRow` above the row, whose text has the field's id with `-line`. */
  before?: ReactNode;
  /** Whether the visitor has to fill in the quantity. */
  isOpen?: boolean;
  /** The cells after the quantity. */
  children?: ReactNode;
};

/** Renders an item with its quantity, and names a minimum order above it, which isn't enforced. */
export function QuantityRow({ row, field, before, isOpen, children }: QuantityRowProps) {
  const { t } = useTranslation(["forms", "lines"]);
  const { id, title, moq, minimum, form, sample, listed, quantity, note, error } = row;
  const [quantityText, setQuantityText] = useState(quantity);
  const input = useRef<HTMLInputElement>(null);
  // `FormKey`, whose effect runs first, may have restored a draft into the field.
  useEffect(() => setQuantityText(input.current!.value), []);
  const typed = quantityText.replace(/[０-９]/g, (digit) => `${digit.charCodeAt(0) - 0xff10}`);
  // Ignores an invalid quantity, which has its own error.
  const isBelow = isBelowMinimum({ minimum, quantity: typed });
  const texts = { error, note, minimum: isBelow && t("quotation.belowMinimum", { moq }) };
  const parts = Object.entries(texts).filter(([, text]) => text);
  const describedBy = [
    ...(before ? ["line"] : []),
    ...parts.map(([part]) => part),
    ...(moq && !isBelow ? ["hint"] : []),
  ];
  // The title names the processed form that the item stands for.
  const item = title && form ? { ...row, title: t("quotation.withForm", { title, form }) } : row;
  const after = parts.map(([part, text]) => (
    <p key={part} id={`${field}-${part}`} className={part === "error" ? "error" : "note"}>
      {text}
    </p>
  ));
  return (
    <ItemRow
      item={item}
      field={field}
      isWrong={isOpen || error !== undefined}
      before={before}
      after={parts.length > 0 && <TextRow>{after}</TextRow>}
    >
      <td>
        <input type="hidden" name="item" value={id} />
        <input type="hidden" name="listed" value={listed ?? ""} />
        <input type="hidden" name="form" value={form ?? ""} />
        {sample && <input type="hidden" name="sample" value={id} />}
        <input
          ref={input}
          id={field}
          name="quantity"
          defaultValue={quantity}
          onChange={(event) => setQuantityText(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
          className="control"
          aria-label={t("lines:quantityOf", { title: item.title ?? id })}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy.map((part) => `${field}-${part}`).join(" ") || undefined}
        />
        {/* Screen readers get the unit from the minimum order. */}
        <span aria-hidden="true"> {minimum?.unit}</span>
      </td>
      {children}
    </ItemRow>
  );
}
