import { getListPath, getContentPath } from "#app/i18n/urls.ts";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { BasketRow, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { createQuantityError } from "#app/services/api/contract/forms/quantity-error.ts";
import buttons from "../ui/button.module.css";
import { Icon } from "../ui/icon.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { deleteDraft } from "./draft.ts";
import { saveListedItems } from "./listed-items.ts";
import { SubmissionForm } from "./submission-form.tsx";
import styles from "./form.module.css";

type QuotationFormProps = {
  formKey: string;
  rows: BasketRow[];
  /** Message text that the site fills in. */
  message?: string | undefined;
  /** Sentence about the lines that were added from the order sheet. */
  outcome?: string | undefined;
  result: QuotationResult | undefined;
};

/** Renders inquiry list and quotation request as one form, so changing the list keeps the other fields. */
export function QuotationForm({ formKey, rows, message, outcome, result }: QuotationFormProps) {
  const { t } = useTranslation("forms");
  const { search } = useLocation();
  useEffect(() => saveListedItems(rows.map(({ id }) => id)), [rows]);
  const errors = rows
    .filter(({ problem }) => problem)
    .map((row) => ({ text: createQuantityError(t, row), id: `quantity-${row.id}` }));
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
    </SubmissionForm>
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
      {rows.map((row) => (
        <QuantityRow key={row.id} row={row} field={`quantity-${row.id}`}>
          <button type="submit" name="remove" value={row.id} className={`${styles["remove"]} no-print`}>
            <Icon name="close" />
            <span className="visually-hidden">{t("quotation.remove", { title: row.title ?? row.id })}</span>
          </button>
        </QuantityRow>
      ))}
      <p className="buttons">
        <button type="submit" name="intent" value="update" className={buttons["quiet"]}>
          {t("quotation.update")}
        </button>
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

type QuantityRowProps = { row: BasketRow; field: string };

/** Renders an item with its quantity. @param field id of the quantity's control */
export function QuantityRow({ row, field, children }: QuantityRowProps & { children?: ReactNode }) {
  const { t } = useTranslation("forms");
  const { id, sku, moq, form, sample, listed, problem } = row;
  // The title names the processed form that the item stands for.
  const title = row.title && form ? t("quotation.withForm", { title: row.title, form }) : row.title;
  return (
    <div className={problem ? styles["wrong"] : styles["row"]}>
      <input type="hidden" name="item" value={id} />
      <input type="hidden" name="listed" value={listed ?? ""} />
      <input type="hidden" name="form" value={form ?? ""} />
      {sample && <input type="hidden" name="sample" value={id} />}
      <p className={styles["item"]}>
        {title ? <SiteLink to={getContentPath("product", id)}>{title}</SiteLink> : t("quotation.gone", { id })}
        <span className="note">
          <span>{sku}</span> <span id={`${field}-hint`}>{moq && t("quotation.minimum", { moq })}</span>
        </span>
      </p>
      {problem && (
        <p id={`${field}-error`} className="error">
          {createQuantityError(t, row)}
        </p>
      )}
      <Quantity key={row.quantity} row={{ ...row, title }} field={field} />
      {children}
    </div>
  );
}

/** Renders the quantity's field with its unit, and names a minimum order above it, which isn't enforced. */
function Quantity({ row: { id, title, moq, minimum, quantity, note, problem }, field }: QuantityRowProps) {
  const { t } = useTranslation("forms");
  const [quantityText, setQuantityText] = useState(quantity);
  const input = useRef<HTMLInputElement>(null);
  // `FormKey`, whose effect runs first, may have restored a draft into the field.
  useEffect(() => setQuantityText(input.current!.value), []);
  const amount = Number(quantityText.normalize("NFKC"));
  // Ignores an invalid quantity, which has its own error.
  const isBelowMinimum = minimum !== undefined && amount >= 1 && amount < minimum.quantity;
  const parts = { error: problem, note, hint: !isBelowMinimum && moq, minimum: isBelowMinimum };
  const describedBy = Object.entries(parts).flatMap(([part, text]) => (text ? `${field}-${part}` : []));
  return (
    <>
      <div className={styles["amount"]}>
        <label>
          <span className="visually-hidden">{t("quotation.quantityOf", { title: title ?? id })}</span>
          <input
            ref={input}
            id={field}
            name="quantity"
            defaultValue={quantity}
            onChange={(event) => setQuantityText(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={describedBy.join(" ") || undefined}
            className="control"
          />
        </label>
        {/* Screen readers get the unit from the hint. */}
        {minimum && <span aria-hidden="true">{minimum.unit}</span>}
      </div>
      {note && (
        <p id={`${field}-note`} className="note">
          {note}
        </p>
      )}
      {isBelowMinimum && (
        <p id={`${field}-minimum`} className="note">
          {t("quotation.belowMinimum", { moq })}
        </p>
      )}
    </>
  );
}
