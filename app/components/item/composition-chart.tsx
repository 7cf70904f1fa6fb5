import { useTranslation } from "react-i18next";
import type { Ingredient } from "#app/services/api/contract/entities.ts";
import { roles, sortByRole, type Role } from "#app/services/api/contract/kinds.ts";
import { formatDose, formatPercent } from "#app/i18n/format.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale } from "../ui/page-data.ts";
import styles from "./composition-chart.module.css";

type CompositionChartProps = {
  title: string;
  ingredients: Ingredient[];
  lang?: string;
};

export function CompositionChart({ title, ingredients, lang }: CompositionChartProps) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const total = ingredients.reduce((sum, { dose }) => sum + dose, 0);
  const [unit, ...otherUnits] = new Set(ingredients.map((ingredient) => ingredient.unit));
  // Doses in different units can't be compared, so only the table is shown.
  if (unit === undefined || otherUnits.length > 0) return <CompositionTable ingredients={ingredients} lang={lang} />;
  const groups = groupByRole(ingredients);
  return (
    <figure className="stack">
      <div role="group" aria-label={t("prescription.chartLabel", { title })}>
        {groups.map((group) => (
          <div key={group.role} className={`${styles["group"]} ${styles[group.role]}`}>
            <h3>{t(`prescription.roleNames.${group.role}`)}</h3>
            <p className="note">{t(`prescription.roleTexts.${group.role}`)}</p>
            <ul>
              {group.ingredients.map((ingredient) => (
                <IngredientBar key={ingredient.name} ingredient={ingredient} total={total} lang={lang} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <details className={styles["details"]}>
        <summary>{t("prescription.asTable")}</summary>
        <CompositionTable ingredients={ingredients} total={total} lang={lang} />
      </details>
      <figcaption className={`${styles["caption"]} note`}>
        {t("prescription.total", { total: formatDose(total, unit, locale), count: ingredients.length })}
      </figcaption>
    </figure>
  );
}

function groupByRole(ingredients: readonly Ingredient[]): { role: Role; ingredients: Ingredient[] }[] {
  const sorted = sortByRole(ingredients);
  return roles
    .map((role) => ({ role, ingredients: sorted.filter((one) => one.role === role) }))
    .filter((group) => group.ingredients.length > 0);
}

/** The names of an ingredient. Only a product is a link. */
function HerbName({ name, names, product }: Pick<Ingredient, "name" | "names" | "product">) {
  const [other] = names;
  return (
    <>
      {product ? <SiteLink to={getContentPath(product.kind, product.id)}>{name}</SiteLink> : name}{" "}
      {other && (
        <span lang={other.lang} className="note">
          {other.text}
        </span>
      )}
    </>
  );
}

type IngredientBarProps = { ingredient: Ingredient; total: number; lang: string | undefined };

function IngredientBar({ ingredient, total, lang }: IngredientBarProps) {
  const locale = useLocale();
  const { dose, unit } = ingredient;
  return (
    <li>
      <span lang={lang}>
        <HerbName {...ingredient} />
      </span>
      <span>{formatDose(dose, unit, locale)}</span>
      <span className={`${styles["share"]} note`}>{formatPercent(dose / total, locale)}</span>
      <svg width="100%" height="8" aria-hidden="true">
        <rect className={styles["track"]} width="100%" height="8" />
        <rect className={styles["bar"]} width={`${(dose / total) * 100}%`} height="8" />
      </svg>
    </li>
  );
}

type CompositionTableProps = Omit<CompositionChartProps, "title"> & {
  /** Total dose for the shares; undefined if the units differ. */
  total?: number;
};

function CompositionTable({ ingredients, total, lang }: CompositionTableProps) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  return (
    <div className={styles["scroll"]} tabIndex={0} role="region" aria-label={t("prescription.composition")}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("prescription.ingredient")}</th>
            <th scope="col">{t("prescription.latinName")}</th>
            <th scope="col">{t("prescription.role")}</th>
            <th scope="col">{t("prescription.dose")}</th>
            {total && <th scope="col">{t("prescription.share")}</th>}
          </tr>
        </thead>
        <tbody>
          {ingredients.map(({ latin, role, dose, unit, ...herb }) => (
            <tr key={herb.name}>
              <th scope="row" lang={lang}>
                <HerbName {...herb} />
              </th>
              <td lang="la">{latin}</td>
              <td>{t(`prescription.roleNames.${role}`)}</td>
              <td className={styles["number"]}>{formatDose(dose, unit, locale)}</td>
              {total && <td className={styles["number"]}>{formatPercent(dose / total, locale)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
