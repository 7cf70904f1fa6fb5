import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import type { OrderedHerb } from "#app/loaders/formula.server.ts";
import type { Prescription } from "#app/loaders/restrictions.server.ts";
import type { FormulaAmount } from "#app/services/api/contract/amounts/doses.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import type { FormulaResult } from "#app/services/api/contract/forms/form-results.ts";
import { AskLink } from "./ask-link.tsx";
import styles from "./composition-chart.module.css";
import { CompositionChart } from "./composition-chart.tsx";
import { firstAmount, FormulaOrderForm } from "./formula-order.tsx";
import { Remark } from "./page-sections.tsx";

type CompositionProps = {
  item: Item<"prescription"> & { ingredients: OrderedHerb[] };
  prescription: Prescription | undefined;
  refused: FormulaResult | undefined;
};

/** Renders a formula's herbs, and the form that orders them or, if they need a prescription, a notice. */
export function Composition({ item, prescription, refused }: CompositionProps) {
  const { t } = useTranslation("info");
  const [amount, setAmount] = useState<FormulaAmount>(refused ? { per: refused.per } : firstAmount);
  const { id, title, ingredients, doseNote, lang } = item;
  const notice = prescription && <PrescriptionNotice {...prescription} />;
  if (ingredients.length === 0) return notice;
  return (
    <section className="stack">
      <h2>{t("prescription.composition")}</h2>
      <div className={styles["frame"]}>
        <CompositionChart title={title} herbs={ingredients} lang={lang} order={notice ? undefined : amount} />
        {notice ?? <FormulaOrderForm id={id} herbs={ingredients} refused={refused} onCount={setAmount} />}
      </div>
      {doseNote && <Remark lang={lang}>{doseNote}</Remark>}
    </section>
  );
}

/** Renders the notice in place of the order form, for a formula that needs a prescription. */
function PrescriptionNotice({ id, text, linkText }: Prescription) {
  return (
    <div className="stack-3">
      <p className="measure">{text}</p>
      <p className="buttons">
        <PhoneLink />
        <AskLink kind="prescription" subject={id}>
          {linkText}
        </AskLink>
      </p>
    </div>
  );
}
