import type { Role } from "../../services/api/contract/kinds.ts";
import styles from "./composition-chart.module.css";

export function DoseStrip({ doses }: { doses: { role: Role; dose: number }[] }) {
  const pieces = layOutStrip(doses.map(({ dose }) => dose));
  return (
    <svg width="100%" height="6" aria-hidden="true">
      {doses.map(({ role }, index) => (
        <g key={role} className={styles[role]}>
          <rect className={styles["piece"]} {...pieces[index]} height="100%" />
        </g>
      ))}
    </svg>
  );
}

export function layOutStrip(doses: readonly number[]): { x: string; width: string }[] {
  const total = doses.reduce((sum, dose) => sum + dose, 0);
  let position = 0;
  return doses.map((dose) => {
    const x = `${(position / total) * 100}%`;
    position += dose;
    return { x, width: `${(dose / total) * 100}%` };
  });
}
