import { keywordLimit } from "../../contract/kinds.ts";
import { useMessages } from "../ui/use-locale.ts";
import styles from "./list-tools.module.css";
import { useShownValue } from "./use-shown-value.ts";

type KeywordFieldProps = { name: "keyword" | "q"; value: string; isTooLong: boolean };

/** The field of a search, with what was typed and what is wrong with it. */
export function KeywordField({ name, value, isTooLong }: KeywordFieldProps) {
  const t = useMessages("catalogue");
  const errorId = isTooLong ? `${name}-error` : undefined;
  return (
    <div className={styles["field"]}>
      <label htmlFor={name}>{t("list.keyword")}</label>
      {errorId && (
        <p id={errorId} className={styles["error"]}>
          {t(name === "q" ? "search.tooLong" : "list.keywordTooLong", { max: keywordLimit })}
        </p>
      )}
      <input
        id={name}
        type="search"
        name={name}
        ref={useShownValue(value)}
        defaultValue={value}
        aria-invalid={isTooLong || undefined}
        aria-describedby={errorId}
      />
    </div>
  );
}
