import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { Guarded } from "#app/components/ui/guarded.tsx";
import { useKindsInUse, useLocale } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getListPath, localizePath } from "#app/i18n/urls.ts";

/** Renders the order sheet's field for a list, which the inquiry list reads. */
export function PasteSection() {
  const { t } = useTranslation("home", { keyPrefix: "sheet" });
  const action = localizePath(href("/quotation"), useLocale());
  if (!useKindsInUse().includes("product")) return null;
  return (
    <section className="no-print">
      <form method="post" action={action} className="stack-3">
        <h2>{t("title")}</h2>
        <label htmlFor="numbers">{t("text")}</label>
        <textarea id="numbers" name="numbers" rows={2} className="control" />
        <p className="buttons">
          <Guarded address={action}>
            <button type="submit" name="intent" value="sheet" className={buttons["quiet"]}>
              {t("read")}
            </button>
          </Guarded>
          <SiteLink to={`${getListPath("product")}?view=sheet`} className="tall-link">
            {t("open")}
          </SiteLink>
        </p>
      </form>
    </section>
  );
}
