import { useTranslation } from "react-i18next";
import { useLocale } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { formatDose, formatKilograms } from "#app/i18n/format.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import type { OrderedHerb } from "#app/loaders/formula.server.ts";
import { countDoses, findScale, type FormulaAmount } from "#app/services/api/contract/amounts/doses.ts";
import styles from "./composition-chart.module.css";
import { CompositionLegend, DoseBar, RoleMark } from "./composition-row.tsx";

type CompositionChartProps = {
  title: string;
  herbs: OrderedHerb[];
  lang?: string | undefined;
  /** The ordered amount, if the formula can be ordered. */
  order: FormulaAmount | undefined;
};

/** Renders a row per herb: role, names above the dose's bar, ordered quantity. */
export function CompositionChart({ title, herbs, lang, order }: CompositionChartProps) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const scale = findScale(herbs);
  const total = herbs.reduce((sum, { dose }) => sum + dose, 0);
  const grams = herbs.reduce((sum, herb) => sum + (herb.grams ?? 0), 0);
  const doses = order && countDoses(order, grams);
  const formatOrdered = (herb: Pick<OrderedHerb, "dose" | "unit" | "grams">) =>
    !doses
      ? "–"
      : herb.grams === undefined
        ? formatDose(herb.dose * doses, herb.unit, locale)
        : formatKilograms(herb.grams * doses, locale);
  return (
    <>
      <table className={styles["table"]}>
        <caption className="visually-hidden">{t("prescription.chartLabel", { title })}</caption>
        <thead className="note">
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("prescription.role")}</span>
            </th>
            <th scope="col">{t("prescription.ingredient")}</th>
            <th scope="col">{t("prescription.dose")}</th>
            {order && (
              <th scope="col">
                {order.amount === undefined
                  ? "–"
                  : order.per === "doses"
                    ? t("prescription.doses", { count: order.amount })
                    : formatKilograms(order.amount * 1000, locale)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {herbs.map((herb) => (
            <tr key={herb.name}>
              <td>
                <RoleMark role={herb.role} />
              </td>
              <th scope="row">
                <HerbNames herb={herb} lang={lang} />
                {scale && <DoseBar {...herb} {...scale} isSold={!!herb.product} />}
              </th>
              <td>{formatDose(herb.dose, herb.unit, locale)}</td>
              {order && (
                <td>
                  {formatOrdered(herb)}
                  {isBelowMinimum(herb, herbs, doses) && (
                    <span className="note">
                      {t("prescription.minimum", { weight: formatKilograms(herb.minimum!, locale) })}
                    </span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {scale && (
          <tfoot>
            <tr>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell isn't a control */}
              <td />
              <th scope="row">{t("prescription.total", { count: herbs.length })}</th>
              <td>{formatDose(total, scale.unit, locale)}</td>
              {order && (
                <td aria-live="polite">
                  {formatOrdered({ dose: total, unit: scale.unit, grams: grams || undefined })}
                </td>
              )}
            </tr>
          </tfoot>
        )}
      </table>
      <CompositionLegend herbs={herbs.map(({ product }) => ({ isSold: product !== undefined }))} />
    </>
  );
}

/** Whether all herbs of a herb's product together need less than its minimum order. */
function isBelowMinimum({ product, minimum = 0 }: OrderedHerb, herbs: OrderedHerb[], doses = 0): boolean {
  const needed = herbs.reduce((sum, { product: one, grams = 0 }) => sum + (one?.id === product?.id ? grams : 0), 0);
  return needed * doses > 0 && needed * doses < minimum;
}

/** Renders the names of a herb, linked only if it is a product. */
function HerbNames({ herb, lang }: { herb: OrderedHerb; lang: string | undefined }) {
  const { name, latin, cooking, product } = herb;
  const [otherName] = herb.names;
  return (
    <>
      <span lang={lang}>
        {product ? <SiteLink to={getContentPath(product.kind, product.id)}>{name}</SiteLink> : name}
      </span>{" "}
      <span className="note">
        {otherName && <span lang={otherName.lang}>{otherName.text}</span>}
        {latin && (
          <span lang="la">
            {otherName && " · "}
            {latin}
          </span>
        )}
      </span>
      {cooking && <strong lang={lang}> {cooking}</strong>}
    </>
  );
}
