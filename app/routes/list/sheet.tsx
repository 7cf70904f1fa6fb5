import { href } from "react-router";
import { useTranslation } from "react-i18next";
import { getContentPath, localizePath } from "../../i18n/urls.ts";
import { ItemNames } from "../../components/item/item-names.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { SiteLink } from "../../components/ui/site-link.tsx";
import { useLocale } from "../../components/ui/page-data.ts";
import buttons from "../../components/ui/button.module.css";
import type { ListData } from "./results.tsx";
import styles from "./sheet.module.css";

type SheetData = NonNullable<ListData["sheet"]>;

/** All products of a category as one form, which the server puts on the inquiry list. */
export function Sheet({ sheet: { rows, hasSamples } }: { sheet: SheetData }) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  return (
    <form method="post" action={localizePath(href("/quotation"), useLocale())} className="stack-5">
      <input type="hidden" name="intent" value="sheet" />
      <p className={styles["sender"]}>{t("sender")}</p>
      <ul>
        {rows.map((row) => (
          <SheetRow key={row.id} row={row} hasSamples={hasSamples} />
        ))}
      </ul>
      <label className="no-print">
        {t("numbers")}
        <textarea name="numbers" rows={4} placeholder="QG-P-0101 40" className={styles["numbers"]} />
      </label>
      <p className={styles["submit"]}>
        <button type="submit" className={buttons["primary"]}>
          {t("add")}
        </button>
      </p>
    </form>
  );
}

function SheetRow({ row, hasSamples }: { row: SheetData["rows"][number]; hasSamples: boolean }) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  const { id, title, lang, cover, names, spec, sku, moq, batch } = row;
  return (
    <li className={styles["row"]} lang={lang}>
      <Picture image={cover} alt="" drawnWidth="small" />
      <div>
        <SiteLink to={getContentPath("product", id)}>{title}</SiteLink>
        <ItemNames names={names} />
      </div>
      <p className="note">{spec}</p>
      <p className="note">
        {sku}
        <br />
        {moq && t("moq", { moq })}
        {batch && (
          <>
            <br />
            <SiteLink to={getContentPath("batch", batch.id)}>{batch.id}</SiteLink> {batch.state}
          </>
        )}
      </p>
      <div>
        <input type="hidden" name="item" value={id} />
        <input name="quantity" inputMode="numeric" autoComplete="off" aria-label={t("quantityOf", { title })} />
        {hasSamples && (
          <label className="note">
            <input type="checkbox" name="sample" value={id} aria-label={t("sampleOf", { title })} /> {t("sample")}
          </label>
        )}
      </div>
    </li>
  );
}
