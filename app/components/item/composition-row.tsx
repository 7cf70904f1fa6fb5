import { useTranslation } from "react-i18next";
import type { Role } from "#app/services/api/contract/kinds.ts";
import styles from "./composition-row.module.css";

/** The role of a herb in the gutter: a character or two letters, and the whole word for screen readers. */
export function RoleMark({ role }: { role: Role }) {
  const { t } = useTranslation("info", { keyPrefix: "prescription" });
  return (
    <>
      <b aria-hidden="true">{t(`roleMarks.${role}`)}</b>
      <span className="visually-hidden">{t(`roleNames.${role}`)}</span>
    </>
  );
}

type DoseBarProps = {
  role: Role;
  dose: number;
  /** The largest dose of the formula, whose bar is full. */
  largest: number;
  /** The bar of a herb that isn't sold is hollow. */
  isSold: boolean;
};

/** The policy of the pages forbids style attributes, and an SVG has its width as an attribute of its own. */
export function DoseBar({ role, dose, largest, isSold }: DoseBarProps) {
  return (
    <svg
      className={`${styles["bar"]} ${styles[role]} ${isSold ? "" : styles["hollow"]}`.trim()}
      width={`${Math.ceil((dose / largest) * 100)}%`}
      aria-hidden="true"
    />
  );
}

/** Says what a hollow bar means. */
export function HollowLegend() {
  const { t } = useTranslation("info");
  return (
    <span>
      <svg className={`${styles["bar"]} ${styles["hollow"]} ${styles["sign"]}`} aria-hidden="true" />
      {t("prescription.notSold")}
    </span>
  );
}
