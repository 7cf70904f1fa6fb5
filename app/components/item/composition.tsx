import { useTranslation } from "react-i18next";
import type { Prescription } from "#app/loaders/restrictions.server.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import { CompositionChart } from "./composition-chart.tsx";
import { FormulaOrder } from "./formula-order.tsx";
import { Remark } from "./page-sections.tsx";
import { PrescriptionNotice } from "./prescription-notice.tsx";

type CompositionProps = { item: Item<"prescription">; prescription: Prescription | undefined };

/** The herbs of a formula, and the form that orders them, unless they need a prescription. */
export function Composition({ item, prescription }: CompositionProps) {
  const { t } = useTranslation("info");
  const { id, title, ingredients, doseNote, lang } = item;
  const notice = prescription && <PrescriptionNotice {...prescription} />;
  if (ingredients.length === 0) return notice;
  return (
    <section className="stack">
      <h2>{t("prescription.composition")}</h2>
      <CompositionChart title={title} ingredients={ingredients} lang={lang} />
      {doseNote && <Remark lang={lang}>{doseNote}</Remark>}
      {notice ?? <FormulaOrder id={id} ingredients={ingredients} />}
    </section>
  );
}
