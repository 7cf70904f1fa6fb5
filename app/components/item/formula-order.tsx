import { useEffect, useRef } from "react";
import { href } from "react-router";
import { useTranslation } from "react-i18next";
import type { Ingredient } from "#app/services/api/contract/entities.ts";
import type { AmountUnit, FormulaAmount } from "#app/services/api/contract/doses.ts";
import { localizePath } from "#app/i18n/urls.ts";
import buttons from "../ui/button.module.css";
import { Guarded } from "../ui/guarded.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale, useSharedData } from "../ui/page-data.ts";
import styles from "./formula-order.module.css";

export const firstAmount: FormulaAmount = { amount: 100, per: "doses" };

type FormulaOrderProps = { id: string; herbs: Ingredient[]; onCount: (amount: FormulaAmount) => void };

/** Renders the form that orders a formula's herbs. The server computes their quantities. */
export function FormulaOrder({ id, herbs, onCount }: FormulaOrderProps) {
  const { t } = useTranslation("info", { keyPrefix: "prescription.order" });
  const action = localizePath(href("/quotation"), useLocale());
  const { settings, kindsInUse = [] } = useSharedData() ?? {};
  const herbCount = herbs.length;
  const soldCount = herbs.filter(({ product }) => product).length;
  const decoction = kindsInUse.includes("service") && settings?.decoction;
  const form = useRef<HTMLFormElement>(null);
  // Reads an amount that was typed before hydration.
  useEffect(() => {
    const { amount, per } = readFields(form.current!);
    if (amount !== String(firstAmount.amount) || per !== firstAmount.per) void applyAmount(form.current!, onCount);
  }, [onCount]);
  return (
    <form
      ref={form}
      method="post"
      action={action}
      className="stack-3 no-print"
      onChange={({ currentTarget }) => void applyAmount(currentTarget, onCount)}
    >
      <input type="hidden" name="formula" value={id} />
      <h3>{t("title")}</h3>
      <p className={styles["fields"]}>
        <label htmlFor="amount">{t("amount")}</label>
        <input id="amount" name="amount" defaultValue={firstAmount.amount} inputMode="numeric" autoComplete="off" />
        <select name="per" aria-label={t("unit")}>
          <option value="doses">{t("doses")}</option>
          <option value="kilograms">{t("kilograms")}</option>
        </select>
        <Guarded address={action}>
          <button type="submit" name="intent" value="formula" className={buttons["primary"]}>
            {t("submit")}
          </button>
        </Guarded>
        {decoction && (
          <SiteLink
            to={`${href("/contact-us")}?${new URLSearchParams({ about: `service/${decoction}`, formula: id })}`}
            className={buttons["quiet"]}
          >
            {t("decoct")}
          </SiteLink>
        )}
      </p>
      <p className="note">{soldCount > 0 ? t("sold", { count: soldCount, total: herbCount }) : t("none")}</p>
      {soldCount > 0 && soldCount < herbCount && <p className="note">{t("rest")}</p>}
    </form>
  );
}

const readFields = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as { amount: string; per: AmountUnit };

/** Parses the input as the server does. If the parser can't be loaded, the amount stays unchanged. */
async function applyAmount(form: HTMLFormElement, onCount: FormulaOrderProps["onCount"]): Promise<void> {
  const reader = await import("#app/services/api/contract/formula-amount.ts").catch(() => undefined);
  const { amount, per } = readFields(form);
  if (reader) onCount({ amount: reader.readFormulaAmount(amount, per), per });
}
