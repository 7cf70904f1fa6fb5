import type { Role } from "../../contract/kinds.ts";
import styles from "./dose-strip.module.css";
import { stripPieces } from "./strip-pieces.ts";

/** How the grams of a formula are spread over its roles, as one thin strip. The whole chart is on the formula's page. */
export function DoseStrip({ doses }: { doses: { role: Role; dose: number }[] }) {
  const pieces = stripPieces(doses.map(({ dose }) => dose));
  return (
    <svg className={styles["strip"]} width="100%" height="6" aria-hidden="true">
      {doses.map(({ role }, index) => (
        <rect key={role} className={styles[role]} {...pieces[index]} height="6" />
      ))}
    </svg>
  );
}
