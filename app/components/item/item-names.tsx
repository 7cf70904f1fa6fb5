import { Fragment } from "react";
import type { Name } from "../../services/api/contract/entities.ts";
import styles from "./item-names.module.css";

/**
 * The names of a herb or formula in every script: 黄芪 · Huángqí · Astragali Radix · astragalus root.
 * @param title title beside the names, which leave out what it says already
 */
export function ItemNames({ names, title = "" }: { names: readonly Name[]; title?: string }) {
  const otherNames = names.filter(({ text }) => !title.toLowerCase().includes(text.toLowerCase()));
  if (otherNames.length === 0) return null;
  return (
    <p className={styles["names"]}>
      {otherNames.map(({ text, lang }, index) => (
        <Fragment key={`${lang} ${text}`}>
          {index > 0 && " · "}
          <span lang={lang}>{text}</span>
        </Fragment>
      ))}
    </p>
  );
}
