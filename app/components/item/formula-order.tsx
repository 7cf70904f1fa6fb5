import { href } from "react-router";
import { useTranslation } from "react-i18next";
import type { Ingredient } from "#app/services/api/contract/entities.ts";
import { localizePath } from "#app/i18n/urls.ts";
import buttons from "../ui/button.module.css";
import { Guarded } from "../ui/guarded.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale, useSharedData } from "../ui/page-data.ts";
import styles from "./formula-order.module.css";

/** The herbs of a formula as an order: the server counts them and adds them to the inquiry list. */
export function FormulaOrder({ id, ingredients }: { id: string; ingredients: Ingredient[] }) {
  const { t } = useTranslation("info", { keyPrefix: "prescription.order" });
  const action = localizePath(href("/quotation"), useLocale());
  const { settings, kindsInUse = [] } = useSharedData() ?? {};
  const total = ingredients.length;
  const count = ingredients.filter(({ product }) => product).length;
  const decoction = kindsInUse.includes("service") && settings?.decoction;
  return (
    <form method="post" action={action} className="stack-3 no-print">
      <input type="hidden" name="formula" value={id} />
      <p className="note">{count > 0 ? t("sold", { count, total }) : t("none")}</p>
      {count > 0 && count < total && <p className="note">{t("rest")}</p>}
      <p className={styles["fields"]}>
        <input name="amount" defaultValue="100" inputMode="numeric" autoComplete="off" aria-label={t("amount")} />
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
    </form>
  );
}
