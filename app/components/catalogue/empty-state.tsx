import type { ReactNode } from "react";
import { fallbackPlate } from "#app/services/api/contract/pictures.ts";
import styles from "./empty-state.module.css";

export function EmptyState({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles["empty"]}>
      <img src={fallbackPlate} alt="" width="120" height="150" />
      <div>
        <h2>{title}</h2>
        <p className="measure soft">{text}</p>
        <p className="buttons">{children}</p>
      </div>
    </div>
  );
}
