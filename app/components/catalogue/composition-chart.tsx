import { useTranslation } from "react-i18next";
import type { Ingredient } from "../../contract/entities.ts";
import { roles, type Role } from "../../contract/kinds.ts";
import { formatDose, formatShare } from "../../i18n/format.ts";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./composition-chart.module.css";
import { stripPieces } from "./strip-pieces.ts";

/** Heights in the drawing, in CSS pixels: widths are per cent, so that text keeps its size on any screen. */
const row = { head: 44, height: 46, bar: 8, labelY: 20, barY: 28 };
const strip = { height: 20, below: 18 };

type Placed = { ingredient: Ingredient; y: number };
type Group = { role: Role; y: number; rows: Placed[] };

type CompositionChartProps = {
  title: string;
  ingredients: Ingredient[];
  /** Language of the names, where it isn't the page's. */
  lang?: string;
};

/** The ingredients of a formula by role and dose: a drawing, and a table that says the same. */
export function CompositionChart({ title, ingredients, lang }: CompositionChartProps) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const { groups, height } = layOut(ingredients);
  const most = Math.max(...ingredients.map(({ dose }) => dose));
  const total = ingredients.reduce((sum, { dose }) => sum + dose, 0);
  const [unit, ...otherUnits] = new Set(ingredients.map((ingredient) => ingredient.unit));
  // Grams and pieces can't be compared: then the table says it alone.
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
              <IngredientBar key={ingredient.name} {...{ ingredient, top, most, total, lang }} />
            ))}
          </g>
        ))}
      </svg>
      <details className={styles["details"]}>
        <summary>{t("prescription.asTable")}</summary>
        <CompositionTable ingredients={ingredients} total={total} lang={lang} />
      </details>
      <figcaption className={styles["caption"]}>
        {t("prescription.total", { total: formatDose(total, unit, locale), count: ingredients.length })}
      </figcaption>
    </figure>
  );
}

/** The whole formula as one strip, a piece an ingredient, in the order of the bars below it. */
function ProportionStrip({ groups }: { groups: Group[] }) {
  const all = groups.flatMap(({ role, rows }) => rows.map(({ ingredient: { name, dose } }) => ({ role, name, dose })));
  const pieces = stripPieces(all.map(({ dose }) => dose));
  return all.map(({ role, name }, index) => (
    <g key={name} className={styles[role]}>
      <rect className={styles["piece"]} {...pieces[index]} height={strip.height} />
    </g>
  ));
}

type IngredientBarProps = { ingredient: Ingredient; top: number; most: number; total: number; lang?: string };

function IngredientBar({ ingredient, top, most, total, lang }: IngredientBarProps) {
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
        {formatShare(dose / total, locale)}
      </text>
      <rect className={styles["track"]} x="0" y={top + row.barY} width="100%" height={row.bar} />
      <rect className={styles["bar"]} x="0" y={top + row.barY} width={`${(dose / most) * 100}%`} height={row.bar} />
    </>
  );
}

type CompositionTableProps = Omit<CompositionChartProps, "title"> & {
  /** What shares are of; there is none where doses have different units. */
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
              {total && <td className={styles["number"]}>{formatShare(dose / total, locale)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Puts the ingredients of each role below its name, the largest dose first; below the strip of all. */
function layOut(ingredients: Ingredient[]): { groups: Group[]; height: number } {
  let y = strip.height + strip.below;
  const groups: Group[] = [];
  for (const role of roles) {
    const own = ingredients.filter((one) => one.role === role).sort((a, b) => b.dose - a.dose);
    if (own.length === 0) continue;
    const rows = own.map((ingredient, index) => ({ ingredient, y: y + row.head + index * row.height }));
    groups.push({ role, y, rows });
    y += row.head + own.length * row.height + 10;
  }
  return { groups, height: y };
}
