import { Fragment } from "react";
import type { Name } from "../../services/api/contract/entities.ts";
import styles from "./item-names.module.css";

/** The names of a herb or formula in every script: 黄芪 · Huángqí · Astragali Radix · astragalus root. */
export function ItemNames({ names }: { names: readonly Name[] }) {
  if (names.length === 0) return null;
  return (
    <p className={styles["names"]}>
      {names.map(({ text, lang }, index) => (
        <Fragment key={`${lang} ${text}`}>
          {index > 0 && " · "}
          <span lang={lang}>{text}</span>
        </Fragment>
      ))}
    </p>
  );
}
