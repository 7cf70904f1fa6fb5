import styles from "./list-tools.module.css";
import { SearchInput } from "./search-input.tsx";
import { useSyncedValue } from "./use-synced-value.ts";

type KeywordFieldProps = {
  name: "keyword" | "q";
  label: string;
  value: string;
  /** Error message of the value. */
  error: string | undefined;
};

/** A search field with its value, its error and suggestions. */
export function KeywordField({ name, label, value, error }: KeywordFieldProps) {
  const errorId = error ? `${name}-error` : undefined;
  const ref = useSyncedValue<HTMLInputElement>(value);
  const field = {
    id: name,
    name,
    defaultValue: value,
    // Who opens the empty search wants to type.
    "data-first-focus": (name === "q" && value === "") || undefined,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": errorId,
  };
  return (
    <div className={styles["field"]}>
      <label htmlFor={name}>{label}</label>
      {errorId && (
        <p id={errorId} className={styles["error"]}>
          {error}
        </p>
      )}
      <SearchInput {...field} ref={ref} />
    </div>
  );
}
