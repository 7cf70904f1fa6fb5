import type { Settings } from "#app/services/api/contract/entities.ts";
import styles from "./figures.module.css";

export function Figures({ figures }: { figures: Settings["figures"] }) {
  return (
    <dl className={styles["figures"]}>
      {figures.map(({ label, value, unit }) => (
        <div key={label} className={styles["figure"]}>
          <dt className="note">{label}</dt>
          <dd>
            <span className={styles["value"]}>{value}</span>
            {unit && <span className="note"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
