import type { TFunction } from "i18next";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { limits } from "../../contract/limits.ts";
import type { MinimumOrder } from "../../contract/minimum-order.ts";
import buttons from "../ui/button.module.css";
import { SiteLink } from "../ui/site-link.tsx";
import { Field } from "./field.tsx";
import { FormErrors, FormKey, Trap, useFields, type FieldsAnswer, type FormProblem } from "./form-parts.tsx";
import styles from "./form.module.css";

/** A row of the inquiry list. */
export type BasketRow = {
  id: string;
  /** In the reader's language; `undefined` where the item has gone. */
  title: string | undefined;
  sku?: string;
  /** The least that can be ordered: in the catalogue's words, and as a number with its unit where those can be read. */
  moq?: string;
  minimum?: MinimumOrder;
  /** As it was typed. */
  quantity: string;
  /** Whether the quantity can't be read. */
  isWrong?: boolean;
};

/** Why the form came back, and with what. */
export type QuotationAnswer = FormProblem &
  FieldsAnswer<"quotation"> & {
    rows: BasketRow[];
  };

type QuotationFormProps = { action: string; formKey: string; rows: BasketRow[]; answer: QuotationAnswer | undefined };

/** The inquiry list and the request for a quotation, in one form: changing the list loses nothing of what is written. */
export function QuotationForm({ action, formKey, rows, answer }: QuotationFormProps) {
  const { t } = useTranslation("forms");
  const isSending = useNavigation().formAction === action;
  const { wrong, field } = useFields("quotation", answer);
  const wrongRows = rows
    .filter(({ isWrong }) => isWrong)
    .map(({ id, title }) => ({ text: quantitySentence(t, title ?? id), id: `quantity-${id}` }));
  return (
    <>
      <FormErrors answer={answer} wrong={[...wrongRows, ...wrong]} />
      <Form method="post" action={action} className={styles["form"]} noValidate>
        <FormKey form="quotation" given={formKey} renewWhen={answer} />
        {/* Enter in a field presses the first button: it must be the one that sends. */}
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
        <Trap value={answer?.values.website} />
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
  const { t } = useTranslation("forms");
  const ref = useFocusWhenFewer<HTMLParagraphElement & HTMLFieldSetElement>(rows.length);
  if (rows.length === 0) {
    return (
      <p ref={ref} tabIndex={-1} className={styles["hint"]}>
        {t("quotation.empty")}
      </p>
    );
  }
  return (
    <fieldset ref={ref} tabIndex={-1} className={styles["rows"]}>
      <legend className={styles["label"]}>{t("quotation.items", { count: rows.length })}</legend>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
      <p>
        <button type="submit" name="intent" value="update" className={buttons["quiet"]}>
          {t("quotation.update")}
        </button>
      </p>
    </fieldset>
  );
}

/** Takes the focus when something has been taken off the list: the button that was pressed went with it. */
function useFocusWhenFewer<Part extends HTMLElement>(count: number): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  const shown = useRef(count);
  useEffect(() => {
    if (count < shown.current) ref.current?.focus();
    shown.current = count;
  }, [count]);
  return ref;
}

function Row({ row }: { row: BasketRow }) {
  const { t } = useTranslation("forms");
  const { id, title, sku, isWrong } = row;
  return (
    <div className={isWrong ? styles["wrong"] : styles["row"]}>
      <input type="hidden" name="item" value={id} />
      <p className={styles["item"]}>
        {title ? (
          <SiteLink to={`/product/info/${encodeURIComponent(id)}`}>{title}</SiteLink>
        ) : (
          t("quotation.gone", { id })
        )}
        {sku && <span className={styles["hint"]}>{sku}</span>}
      </p>
      {isWrong && (
        <p id={`quantity-${id}-error`} className={styles["error"]}>
          {quantitySentence(t, title ?? id)}
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

/** The quantity with its unit, and below it the least that can be ordered. Less than that may be asked for all the same. */
function Quantity({ row: { id, title, moq, minimum, quantity, isWrong } }: { row: BasketRow }) {
  const { t } = useTranslation("forms");
  const [typed, setTyped] = useState(quantity);
  const isBelow = minimum !== undefined && Number(typed.normalize("NFKC")) < minimum.quantity;
  const described = [isWrong && `quantity-${id}-error`, moq && `quantity-${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={styles["quantityField"]}>
      <div className={styles["amount"]}>
        <span className={styles["hint"]} aria-hidden="true">
          {t("quotation.quantity")}
        </span>
        <label>
          <span className="visually-hidden">{t("quotation.quantityOf", { title: title ?? id })}</span>
          <input
            id={`quantity-${id}`}
            name="quantity"
            defaultValue={quantity}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            aria-describedby={described || undefined}
            className={`${styles["control"]} ${styles["quantity"]}`}
          />
        </label>
        {/* The hint says it to those who don't see it. */}
        {minimum && <span aria-hidden="true">{minimum.unit}</span>}
      </div>
      {moq && (
        <p id={`quantity-${id}-hint`} className={isBelow ? styles["below"] : styles["hint"]}>
          {t(isBelow ? "quotation.belowMinimum" : "quotation.minimum", { moq })}
        </p>
      )}
    </div>
  );
}

function quantitySentence(t: TFunction<"forms">, title: string): string {
  return t("errors.quantity", { label: title, most: limits.quantity });
}
