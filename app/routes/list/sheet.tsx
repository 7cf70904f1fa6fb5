import { useEffect, useRef } from "react";
import { href } from "react-router";
import { useTranslation } from "react-i18next";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";
import { startSavingDraft } from "#app/components/forms/draft.ts";
import { BatchState } from "#app/components/item/batch-state.tsx";
import { ItemNames } from "#app/components/item/item-names.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { useLocale } from "#app/components/ui/page-data.ts";
import buttons from "#app/components/ui/button.module.css";
import type { Route } from "./+types/route";
import styles from "./sheet.module.css";

/** All products of a category as one form, which the server puts on the inquiry list. What is filled in is kept until then. */
export function Sheet({
  sheet: { rows, hasSamples },
}: {
  sheet: NonNullable<Route.ComponentProps["loaderData"]["sheet"]>;
}) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => startSavingDraft(ref.current!, "sheet"), []);
  return (
    <form
      ref={ref}
      data-draft="sheet"
      method="post"
      action={localizePath(href("/quotation"), useLocale())}
      className="stack-5"
    >
      <div className={styles["sender"]}>
        <h2>{t("inquiry")}</h2>
        <p>{t("sender")}</p>
      </div>
      <label className="no-print">
        {t("numbers")}
        <textarea id="numbers" name="numbers" rows={3} className={styles["numbers"]} />
      </label>
      <ul>
        {rows.map(({ id, title, lang, cover, names, spec, sku, quantityLabel, batch }) => (
          <li key={id} className={styles["row"]} lang={lang}>
            <Picture image={cover} alt="" drawnWidth="small" />
            <div>
              <SiteLink to={getContentPath("product", id)}>{title}</SiteLink>
              <ItemNames names={names} />
            </div>
            <p className={`${styles["wide"]} note`}>{spec}</p>
            <div className={`${styles["wide"]} note`}>
              {sku}
              {batch && (
                <p>
                  {t("latestBatch")} <SiteLink to={getContentPath("batch", batch.id)}>{batch.id}</SiteLink>{" "}
                  <BatchState state={batch.state}>{batch.sentence}</BatchState>
                </p>
              )}
            </div>
            <div>
              <input type="hidden" name="item" value={id} />
              <label className="note">
                {quantityLabel}
                <span className="visually-hidden"> {title}</span>
                <input id={`sheet-${id}`} name="quantity" inputMode="numeric" autoComplete="off" />
              </label>
              {hasSamples && (
                <label className={styles["sample"]}>
                  <input id={`sample-${id}`} type="checkbox" name="sample" value={id} />
                  {t("sample")}
                  <span className="visually-hidden"> {title}</span>
                </label>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className={`${styles["submit"]} no-print`}>
        <button type="submit" name="intent" value="sheet" className={buttons["primary"]}>
          {t("add")}
        </button>
      </p>
    </form>
  );
}
