import { useTranslation } from "react-i18next";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { FactList } from "#app/components/item/page-sections.tsx";
import styles from "#app/components/item/recall.module.css";
import { DateText } from "#app/components/ui/date-text.tsx";
import type { Batch } from "#app/services/api/contract/batches/batches.ts";

type RecallNoticeProps = { recalled: Partial<Batch["recalled"]>; lang: string | undefined };

/** Renders the recall. A backend may send only the state, so each field may be missing. */
export function RecallNotice({ recalled: { date, level, reason, advice } = {}, lang }: RecallNoticeProps) {
  const { t } = useTranslation("batch");
  const facts = [
    { label: t("recall.date"), value: date && <DateText date={date} /> },
    { label: t("recall.level"), value: (level === 1 || level === 2 || level === 3) && t(`recall.levels.${level}`) },
    { label: t("recall.reason"), value: reason, lang },
    { label: t("recall.advice"), value: advice ?? t("advice.recalled"), lang: advice && lang },
  ];
  return (
    <section className={styles["notice"]} aria-labelledby="recall">
      <h2 id="recall">
        <BatchStateMark state="recalled">{t("states.recalled")}</BatchStateMark>
      </h2>
      <FactList rows={facts} />
    </section>
  );
}
