import { useTranslation } from "react-i18next";
import type { Role } from "#app/services/api/contract/kinds.ts";
import styles from "./composition-row.module.css";

/** Renders the role in the gutter: one character or two letters, but the whole word for screen readers. */
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
  /** The formula's largest dose, whose bar is full. */
  largest: number;
  /** Whether the herb is sold; if not, its bar is hollow. */
  isSold: boolean;
};

/** Renders an SVG with a width attribute, because the content security policy forbids style attributes. */
export function DoseBar({ role, dose, largest, isSold }: DoseBarProps) {
  return (
    <svg
      className={`${styles["bar"]} ${styles[role]} ${isSold ? "" : styles["hollow"]}`.trim()}
      width={`${Math.ceil((dose / largest) * 100)}%`}
      aria-hidden="true"
    />
  );
}

/** Explains the hollow bar. */
export function HollowLegend() {
  const { t } = useTranslation("info");
  return (
    <span>
      <svg className={`${styles["bar"]} ${styles["hollow"]} ${styles["sign"]}`} aria-hidden="true" />
      {t("prescription.notSold")}
    </span>
  );
}
