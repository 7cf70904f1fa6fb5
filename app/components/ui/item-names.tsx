import { Fragment } from "react";
import type { Name } from "#app/services/api/contract/entities.ts";
import styles from "./item-names.module.css";

/**
 * Renders the names that the title lacks, in every script, for example “黄芪 · Huángqí · Astragali Radix · astragalus
 * root”.
 */
export function ItemNames({ names, title = "" }: { names: readonly Name[]; title?: string }) {
  const otherNames = names.filter(({ text }) => !title.toLowerCase().includes(text.toLowerCase()));
  if (otherNames.length === 0) return null;
  return (
    <p className={styles["names"]}>
      {otherNames.map(({ text, lang }, index) => (
        <Fragment key={`${lang} ${text}`}>
          {index > 0 && " "}
          <span>
            <span lang={lang}>{text}</span>
            {/* The dot may end a line, never begin one. */}
            {index < otherNames.length - 1 && " ·"}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
