import { useEffect, useRef, type RefObject } from "react";
import styles from "#app/components/ui/list-tools.module.css";
import { SearchInput } from "./search-input.tsx";

type KeywordFieldProps = {
  name: "keyword" | "q";
  label: string;
  value: string;
  error: string | undefined;
};

export function KeywordField({ name, label, value, error }: KeywordFieldProps) {
  const errorId = error ? `${name}-error` : undefined;
  const ref = useSyncedValue<HTMLInputElement>(value);
  const field = {
    id: name,
    name,
    defaultValue: value,
    className: "control",
    // Focuses the empty search, which a visitor opens to type.
    autoFocus: name === "q" && value === "",
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": errorId,
  };
  return (
    <div className={styles["field"]}>
      <label htmlFor={name} className="note">
        {label}
      </label>
      {errorId && (
        <p id={errorId} className="note error">
          {error}
        </p>
      )}
      <SearchInput {...field} ref={ref} />
    </div>
  );
}

/** Updates an uncontrolled control when the URL's value changes, but keeps text typed before hydration. */
export function useSyncedValue<Control extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current !== value) ref.current!.value = lastValue.current = value;
  }, [value]);
  return ref;
}
