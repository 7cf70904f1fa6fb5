import { useTranslation } from "react-i18next";
import type { Item } from "../../services/api/contract/entities.ts";
import { CompositionChart } from "./composition-chart.tsx";
import { FormulaOrder } from "./formula-order.tsx";
import { Remark } from "./page-sections.tsx";

/** The herbs of a formula, and the form that orders them. */
export function Composition({ item: { id, title, ingredients, doseNote, lang } }: { item: Item<"prescription"> }) {
  const { t } = useTranslation("info");
  if (ingredients.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("prescription.composition")}</h2>
      <CompositionChart title={title} ingredients={ingredients} lang={lang} />
      {doseNote && <Remark lang={lang}>{doseNote}</Remark>}
      <FormulaOrder id={id} ingredients={ingredients} />
    </section>
  );
}
