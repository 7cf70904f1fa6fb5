import type { ReactNode } from "react";
import type { Image } from "../../services/api/contract/entities.ts";
import { Picture } from "../ui/picture.tsx";
import styles from "./herb-summary.module.css";
import { FactList, type Fact } from "./info-sections.tsx";

type HerbSummaryProps = { cover: Image | undefined; facts: Fact[]; action?: ReactNode };

/** What the pages of a slice, an extract and a batch begin with: the picture, the most important facts, one action. */
export function HerbSummary({ cover, facts, action }: HerbSummaryProps) {
  return (
    <div className={styles["summary"]}>
      {cover && (
        <div className={styles["picture"]}>
          <Picture image={cover} alt={cover.alt ?? ""} drawnWidth="summary" isFirst />
        </div>
      )}
      <div className={styles["facts"]}>
        <FactList rows={facts} />
        {action && <div className="no-print">{action}</div>}
      </div>
    </div>
  );
}
