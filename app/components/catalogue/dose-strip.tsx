import type { Role } from "../../contract/kinds.ts";
import styles from "./dose-strip.module.css";

/** How the grams of a formula are spread over its roles, as one thin strip. The whole chart is on the formula's page. */
export function DoseStrip({ doses }: { doses: { role: Role; dose: number }[] }) {
  const total = doses.reduce((sum, { dose }) => sum + dose, 0);
  const percent = (grams: number) => `${(grams / total) * 100}%`;
  return (
    <svg className={styles["strip"]} width="100%" height="6" aria-hidden="true">
      {doses.map(({ role, dose }, index) => {
        const before = doses.slice(0, index).reduce((sum, one) => sum + one.dose, 0);
        return <rect key={role} className={styles[role]} x={percent(before)} width={percent(dose)} height="6" />;
      })}
    </svg>
  );
}
