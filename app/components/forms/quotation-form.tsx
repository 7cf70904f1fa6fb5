import type { TFunction } from "i18next";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { limits } from "../../services/api/contract/form-fields.ts";
import type { MinimumOrder } from "../../services/api/contract/minimum-order.ts";
import { localizePath } from "../../i18n/urls.ts";
import buttons from "../ui/button.module.css";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale } from "../ui/page-data.ts";
import { Field } from "./field.tsx";
import {
  FormErrors,
  FormKey,
  Honeypot,
  PrivacyNote,
  useFields,
  type FieldsResult,
  type FormProblem,
} from "./form-parts.tsx";
import { saveListedItems } from "./listed-items.ts";
import styles from "./form.module.css";

export type BasketRow = {
  id: string;
  /** Title in the reader's language; `undefined` if the item no longer exists. */
  title: string | undefined;
  sku?: string;
  /** Minimum order as text, and parsed if possible. */
  moq?: string;
  minimum?: MinimumOrder;
  quantity: string;
  isInvalid?: boolean;
};

export type TypedQuantity = Pick<BasketRow, "id" | "quantity">;

export type QuotationActionData = FormProblem &
  FieldsResult<"quotation"> & {
    rows?: BasketRow[];
    /** Quantities instead of rows, if the server may not have been reached. */
    items?: TypedQuantity[];
  };

type QuotationFormProps = {
  formKey: string;
  rows: BasketRow[];
  actionData: QuotationActionData | undefined;
};

/** The inquiry list and the quotation request in one form, so that changing the list keeps the other fields. */
export function QuotationForm({ formKey, rows, actionData }: QuotationFormProps) {
  const { t } = useTranslation("forms");
  const action = localizePath("/quotation", useLocale());
  const isSending = useNavigation().formAction === action;
  const { fieldErrors, field } = useFields("quotation", actionData);
  useEffect(() => saveListedItems(rows.map(({ id }) => id)), [rows]);
  const rowErrors = rows
    .filter(({ isInvalid }) => isInvalid)
    .map((row) => ({ text: createQuantityError(t, row), id: `quantity-${row.id}` }));
  return (
    <>
      <FormErrors formProblem={actionData} fieldErrors={[...rowErrors, ...fieldErrors]} />
      <Form method="post" action={action} className={`${styles["form"]} stack-5`} noValidate>
        <FormKey form="quotation" initialKey={formKey} result={actionData} />
        {/* Enter activates the first submit button, so this must be the one that sends. */}
        <button type="submit" name="intent" value="send" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t("quotation.send")}
        </button>
        <BasketRows rows={rows} />
        <Field {...field("name")}>{(props) => <input {...props} autoComplete="name" />}</Field>
        <Field {...field("company")} hint={t("optional")}>
          {(props) => <input {...props} autoComplete="organization" />}
        </Field>
        <Field {...field("contact")} hint={t("contactHint")}>
          {(props) => <input {...props} autoComplete="email" inputMode="email" />}
        </Field>
        <Field {...field("message")} hint={t("quotation.messageHint")}>
          {(props) => <textarea {...props} rows={6} />}
        </Field>
        <Honeypot value={actionData?.values.website} />
        <PrivacyNote />
        <p>
          <button type="submit" name="intent" value="send" className={buttons["primary"]} disabled={isSending}>
            {t(isSending ? "sending" : "quotation.send")}
          </button>
        </p>
      </Form>
    </>
  );
}

function BasketRows({ rows }: { rows: BasketRow[] }) {
  const { t } = useTranslation(["forms", "quotation"]);
  const ref = useFocusOnRemoval<HTMLDivElement & HTMLFieldSetElement>(rows.length);
  const browseLink = (
    <SiteLink to="/product/list" className={buttons["quiet"]}>
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
      {rows.map((row) => (
        <Row key={row.id} row={row} />
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

/** Moves the focus after an item was removed, because its button is gone. */
function useFocusOnRemoval<Part extends HTMLElement>(count: number): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  const lastCount = useRef(count);
  useEffect(() => {
    if (count < lastCount.current) ref.current?.focus();
    lastCount.current = count;
  }, [count]);
  return ref;
}

function Row({ row }: { row: BasketRow }) {
  const { t } = useTranslation("forms");
  const { id, title, sku, isInvalid } = row;
  return (
    <div className={isInvalid ? styles["wrong"] : styles["row"]}>
      <input type="hidden" name="item" value={id} />
      <p className={styles["item"]}>
        {title ? (
          <SiteLink to={`/product/info/${encodeURIComponent(id)}`}>{title}</SiteLink>
        ) : (
          t("quotation.gone", { id })
        )}
        {sku && <span className="note">{sku}</span>}
      </p>
      {isInvalid && (
        <p id={`quantity-${id}-error`} className={styles["error"]}>
          {createQuantityError(t, row)}
        </p>
      )}
      <Quantity key={row.quantity} row={row} />
      <button type="submit" name="remove" value={id} className={buttons["quiet"]}>
        {t("quotation.remove")}
        <span className="visually-hidden"> {title ?? id}</span>
      </button>
    </div>
  );
}

/** The quantity with its unit and minimum. Smaller quantities are allowed. */
function Quantity({ row: { id, title, moq, minimum, quantity, isInvalid } }: { row: BasketRow }) {
  const { t } = useTranslation("forms");
  const [quantityText, setTyped] = useState(quantity);
  const input = useRef<HTMLInputElement>(null);
  // The effect of `FormKey`, which is earlier in the form, may have restored a draft.
  useEffect(() => setTyped(input.current!.value), []);
  const amount = Number(quantityText.normalize("NFKC"));
  // An invalid quantity has its error instead.
  const isBelowMinimum = minimum !== undefined && amount >= 1 && amount < minimum.quantity;
  const describedBy = [isInvalid && `quantity-${id}-error`, moq && `quantity-${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={styles["quantityField"]}>
      <div className={styles["amount"]}>
        <span className="note" aria-hidden="true">
          {t("quotation.quantity")}
        </span>
        <label>
          <span className="visually-hidden">{t("quotation.quantityOf", { title: title ?? id })}</span>
          <input
            ref={input}
            id={`quantity-${id}`}
            name="quantity"
            defaultValue={quantity}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={isInvalid || undefined}
            aria-describedby={describedBy || undefined}
            className={`${styles["control"]} ${styles["quantity"]}`}
          />
        </label>
        {/* Screen readers get the unit from the hint. */}
        {minimum && <span aria-hidden="true">{minimum.unit}</span>}
      </div>
      {moq && (
        <p id={`quantity-${id}-hint`} className={isBelowMinimum ? styles["below"] : "note"}>
          {t(isBelowMinimum ? "quotation.belowMinimum" : "quotation.minimum", { moq })}
        </p>
      )}
    </div>
  );
}

function createQuantityError(t: TFunction<"forms">, { id, title, minimum }: BasketRow): string {
  const unit = minimum ? ` ${minimum.unit}` : "";
  return t("errors.quantity", { label: title ?? id, max: limits.quantity, unit });
}
