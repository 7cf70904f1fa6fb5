import { useTranslation } from "react-i18next";
import type { Batch } from "../../services/api/contract/batches.ts";
import { formatDate, formatPartialDate } from "../../i18n/format.ts";
import { getContentPath } from "../../i18n/site-map.ts";
import { localizePath } from "../../i18n/urls.ts";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./batch-sections.module.css";
import { FactList, Remark } from "./info-sections.tsx";

/** Product, number, dates and origin of a batch. */
export function BatchFacts({ batch }: { batch: Batch }) {
  const { t } = useTranslation("batch");
  const locale = useLocale();
  const { id, product, produced, harvest, bestBefore, origin, lang } = batch;
  const productLink = product && (
    <SiteLink to={getContentPath(product.kind, product.id)} lang={product.lang}>
      {product.title}
    </SiteLink>
  );
  return (
    <FactList
      rows={[
        { label: t("number"), value: id },
        { label: t("product"), value: productLink },
        { label: t("produced"), value: produced && formatDate(produced, locale) },
        { label: t("harvest"), value: harvest && formatPartialDate(harvest, locale), lang },
        { label: t("bestBefore"), value: bestBefore && formatPartialDate(bestBefore, locale) },
        { label: t("origin"), value: origin, lang },
      ]}
    />
  );
}

/** What was tested, what is required, and what was found. */
export function BatchResults({ results, note, lang }: Pick<Batch, "results" | "note" | "lang">) {
  const { t } = useTranslation("batch");
  if (results.length === 0 && !note) return null;
  return (
    <section className={styles["results"]}>
      <h2 id="results">{t("results")}</h2>
      {results.length > 0 && (
        <table aria-labelledby="results">
          <thead>
            <tr>
              <th scope="col">{t("test")}</th>
              <th scope="col">{t("limit")}</th>
              <th scope="col">{t("result")}</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ test, limit, result }) => (
              <tr key={test} lang={lang}>
                <th scope="row">{test}</th>
                <td>{limit}</td>
                <td>{result}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note && <Remark lang={lang}>{note}</Remark>}
    </section>
  );
}

/** The QR code that leads to the page, with a link to its file, for labels. */
export function BatchQrCode({ id }: Pick<Batch, "id">) {
  const { t } = useTranslation("batch");
  const address = localizePath(`${getContentPath("batch", id)}/qr.svg`, useLocale());
  return (
    <section className={styles["qr"]}>
      <h2>{t("qr")}</h2>
      <img src={address} alt={t("qrAlt", { number: id })} width="160" height="160" />
      <Remark>{t("qrText")}</Remark>
      <p className={styles["file"]}>
        <a href={address} download={`${id}.svg`}>
          {t("qrFile")}
        </a>
      </p>
    </section>
  );
}
