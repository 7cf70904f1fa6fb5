import { useTranslation } from "react-i18next";
import type { Ingredient } from "../../services/api/contract/entities.ts";
import { roles, type Role } from "../../services/api/contract/kinds.ts";
import { formatDose, formatPercent } from "../../i18n/format.ts";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./composition-chart.module.css";
import { layOutStrip } from "./dose-strip.tsx";

/** Sizes in CSS pixels. Widths are percentages, so that text has the same size on any screen. */
const row = { head: 44, height: 46, bar: 8, labelY: 20, barY: 28 };
const strip = { height: 20, bottomMargin: 18 };

type PlacedIngredient = { ingredient: Ingredient; y: number };
type Group = { role: Role; y: number; rows: PlacedIngredient[] };

type CompositionChartProps = {
  title: string;
  ingredients: Ingredient[];
  /** Language of the names, if it isn't the page's. */
  lang?: string;
};

/** Shows the ingredients of a formula by role and dose, as a chart and as a table. */
export function CompositionChart({ title, ingredients, lang }: CompositionChartProps) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const { groups, height } = layOutIngredients(ingredients);
  const maxDose = Math.max(...ingredients.map(({ dose }) => dose));
  const total = ingredients.reduce((sum, { dose }) => sum + dose, 0);
  const [unit, ...otherUnits] = new Set(ingredients.map((ingredient) => ingredient.unit));
  // Doses in different units can't be compared, so only the table is shown.
  if (unit === undefined || otherUnits.length > 0) return <CompositionTable ingredients={ingredients} lang={lang} />;
  return (
    <figure className={styles["figure"]}>
      <svg
        className={styles["chart"]}
        width="100%"
        height={height}
        role="img"
        aria-label={t("prescription.chartLabel", { title })}
      >
        <ProportionStrip groups={groups} />
        {groups.map(({ role, y, rows }) => (
          <g key={role} className={styles[role]}>
            <line className={styles["rule"]} x1="0" x2="100%" y1={y + 0.5} y2={y + 0.5} />
            <text className={styles["role"]} x="0" y={y + 28}>
              {t(`prescription.roleNames.${role}`)}
            </text>
            <text className={styles["aim"]} x="100%" y={y + 28}>
              {t(`prescription.roleTexts.${role}`)}
            </text>
            {rows.map(({ ingredient, y: top }) => (
              <IngredientBar
                key={ingredient.name}
                ingredient={ingredient}
                top={top}
                maxDose={maxDose}
                total={total}
                lang={lang}
              />
            ))}
          </g>
        ))}
      </svg>
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

/** Shows the whole formula as a strip with one piece for each ingredient. */
function ProportionStrip({ groups }: { groups: Group[] }) {
  const segments = groups.flatMap(({ role, rows }) =>
    rows.map(({ ingredient: { name, dose } }) => ({ role, name, dose })),
  );
  const pieces = layOutStrip(segments.map(({ dose }) => dose));
  return segments.map(({ role, name }, index) => (
    <g key={name} className={styles[role]}>
      <rect className={styles["piece"]} {...pieces[index]} height={strip.height} />
    </g>
  ));
}

type IngredientBarProps = { ingredient: Ingredient; top: number; maxDose: number; total: number; lang?: string };

function IngredientBar({ ingredient, top, maxDose, total, lang }: IngredientBarProps) {
  const locale = useLocale();
  const { name, dose, unit } = ingredient;
  return (
    <>
      <text className={styles["name"]} lang={lang} x="0" y={top + row.labelY}>
        {name}
      </text>
      <text className={styles["dose"]} x="100%" y={top + row.labelY}>
        {formatDose(dose, unit, locale)}
      </text>
      <text className={styles["share"]} x="100%" y={top + row.labelY}>
        {formatPercent(dose / total, locale)}
      </text>
      <rect className={styles["track"]} x="0" y={top + row.barY} width="100%" height={row.bar} />
      <rect className={styles["bar"]} x="0" y={top + row.barY} width={`${(dose / maxDose) * 100}%`} height={row.bar} />
    </>
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
          {ingredients.map(({ name, latin, role, dose, unit }) => (
            <tr key={name}>
              <th scope="row" lang={lang}>
                {name}
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

/** Computes the positions: ingredients by role, largest dose first, below the strip. */
function layOutIngredients(ingredients: Ingredient[]): { groups: Group[]; height: number } {
  let y = strip.height + strip.bottomMargin;
  const groups: Group[] = [];
  for (const role of roles) {
    const roleIngredients = ingredients
      .filter((ingredient) => ingredient.role === role)
      .sort((a, b) => b.dose - a.dose);
    if (roleIngredients.length === 0) continue;
    const rows = roleIngredients.map((ingredient, index) => ({ ingredient, y: y + row.head + index * row.height }));
    groups.push({ role, y, rows });
    y += row.head + roleIngredients.length * row.height + 10;
  }
  return { groups, height: y };
}
