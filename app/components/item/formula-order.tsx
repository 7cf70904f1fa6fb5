import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { Guarded } from "#app/components/ui/guarded.tsx";
import { useLocale, useSharedData } from "#app/components/ui/page-data.ts";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";
import type { AmountUnit, FormulaAmount } from "#app/services/api/contract/amounts/doses.ts";
import type { Ingredient } from "#app/services/api/contract/entities.ts";
import type { FormulaResult } from "#app/services/api/contract/forms/form-results.ts";
import styles from "./formula-order.module.css";

export const firstAmount: FormulaAmount = { amount: 100, per: "doses" };

type FormulaOrderProps = {
  id: string;
  herbs: Ingredient[];
  refused: FormulaResult | undefined;
  onCount: (amount: FormulaAmount) => void;
};

/** Renders the form that orders a formula's herbs. The server computes their quantities. */
export function FormulaOrderForm({ id, herbs, refused, onCount }: FormulaOrderProps) {
  const { t } = useTranslation("info", { keyPrefix: "prescription.order" });
  const locale = useLocale();
  const { settings, kindsInUse = [] } = useSharedData() ?? {};
  const soldCount = herbs.filter(({ product }) => product).length;
  const decoction = kindsInUse.includes("service") && settings?.decoction;
  const ref = useRef<HTMLFormElement>(null);
  // Reads an amount that was typed before hydration.
  useEffect(() => {
    const { amount, per } = readFields(ref.current!);
    if (amount !== String(firstAmount.amount) || per !== firstAmount.per) void applyAmount(ref.current!, onCount);
  }, [onCount]);
  return (
    <form
      ref={ref}
      method="post"
      action={localizePath(getContentPath("prescription", id), locale)}
      className="stack-3 no-print"
      onChange={({ currentTarget }) => void applyAmount(currentTarget, onCount)}
    >
      <input type="hidden" name="formula" value={id} />
      <h3>{t("title")}</h3>
      {refused && (
        <p id="amount-error" role="alert" className="error">
          {refused.text}
        </p>
      )}
      <p className={`${styles["fields"]} buttons`}>
        <label htmlFor="amount">{t("amount")}</label>
        <input
          id="amount"
          name="amount"
          className="control"
          defaultValue={refused?.amount ?? firstAmount.amount}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={refused && true}
          aria-describedby={refused && "amount-error"}
          // The refused order loads the page anew, and the field is far below its top.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={refused !== undefined}
        />
        <select name="per" className="control" aria-label={t("unit")} defaultValue={refused?.per}>
          <option value="doses">{t("doses")}</option>
          <option value="kilograms">{t("kilograms")}</option>
        </select>
        <Guarded address={localizePath(href("/quotation"), locale)}>
          <button type="submit" className={buttons["primary"]}>
            {t("submit")}
          </button>
        </Guarded>
        {decoction && (
          <button
            type="submit"
            formAction={localizePath(href("/contact-us"), locale)}
            formMethod="get"
            name="about"
            value={`service/${decoction}`}
            className={buttons["quiet"]}
          >
            {t("decoct")}
          </button>
        )}
      </p>
      <p className="note">{soldCount > 0 ? t("sold", { count: soldCount, total: herbs.length }) : t("none")}</p>
      {soldCount > 0 && soldCount < herbs.length && <p className="note">{t("rest")}</p>}
    </form>
  );
}

const readFields = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as { amount: string; per: AmountUnit };

/** Parses the input as the server does. If the parser can't be loaded, the amount stays unchanged. */
async function applyAmount(form: HTMLFormElement, onCount: FormulaOrderProps["onCount"]): Promise<void> {
  const reader = await import("#app/services/api/contract/amounts/formula-amount.ts").catch(() => undefined);
  const { amount, per } = readFields(form);
  if (reader) onCount({ amount: reader.readFormulaAmount(amount, per), per });
}
