import { useTranslation } from "react-i18next";
import { useLocale } from "#app/components/ui/page-data.ts";
import { formatDose } from "#app/i18n/format.ts";
import type { CardData } from "#app/loaders/cards.ts";
import styles from "./composition-picture.module.css";
import { DoseBar, RoleMark } from "./composition-row.tsx";

/** Renders a formula's main herbs and doses in a plate's frame; a very small picture omits the names. */
export function CompositionPicture({ herbs, unit, largest, total }: NonNullable<CardData["composition"]>) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  return (
    <div className={styles["frame"]}>
      <ul>
        {herbs.map((herb) => (
          <li key={herb.name}>
            <RoleMark role={herb.role} />
            <span className={styles["name"]}>{herb.name}</span>
            <span className={styles["dose"]}>{formatDose(herb.dose, unit, locale)}</span>
            <DoseBar {...herb} largest={largest} />
          </li>
        ))}
      </ul>
      {total > herbs.length && <p>{t("prescription.allHerbs", { total })}</p>}
    </div>
  );
}
