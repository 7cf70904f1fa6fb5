import styles from "./list-tools.module.css";
import { useShownValue } from "./use-shown-value.ts";

type KeywordFieldProps = {
  name: "keyword" | "q";
  label: string;
  value: string;
  /** What is wrong with the value. */
  error: string | undefined;
};

/** The field of a search, with what was typed and what is wrong with it. */
export function KeywordField({ name, label, value, error }: KeywordFieldProps) {
  const errorId = error ? `${name}-error` : undefined;
  return (
    <div className={styles["field"]}>
      <label htmlFor={name}>{label}</label>
      {errorId && (
        <p id={errorId} className={styles["error"]}>
          {error}
        </p>
      )}
      <input
        id={name}
        type="search"
        name={name}
        ref={useShownValue(value)}
        defaultValue={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={errorId}
      />
    </div>
  );
}
