import type { Role } from "../../services/api/contract/kinds.ts";
import styles from "./dose-strip.module.css";
import { layOutStrip } from "./strip-pieces.ts";

/** Shows the share of each role as a thin strip. The formula's page has the whole chart. */
export function DoseStrip({ doses }: { doses: { role: Role; dose: number }[] }) {
  const pieces = layOutStrip(doses.map(({ dose }) => dose));
  return (
    <svg className={styles["strip"]} width="100%" height="6" aria-hidden="true">
      {doses.map(({ role }, index) => (
        <rect key={role} className={styles[role]} {...pieces[index]} height="6" />
      ))}
    </svg>
  );
}
