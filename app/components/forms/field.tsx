import type { ReactNode } from "react";
import styles from "./form.module.css";

type FieldProps = {
  /** The contract's name of the field; also its id. */
  name: string;
  label: string;
  hint?: string;
  /** What is wrong with it, as a sentence. */
  error?: string;
  value?: string;
  isRequired: boolean;
  /** Draws the control with what ties it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
};

type ControlProps = {
  id: string;
  name: string;
  defaultValue: string | undefined;
  required: boolean;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  className: string | undefined;
};

/** A label, a hint, what is wrong, and below them the control. */
export function Field({ name, label, hint, error, value, isRequired, children }: FieldProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? styles["wrong"] : styles["field"]}>
      <label htmlFor={name} className={styles["label"]}>
        {label}
      </label>
      {hint && (
        <p id={`${name}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className={styles["error"]}>
          {error}
        </p>
      )}
      {children({
        id: name,
        name,
        defaultValue: value,
        required: isRequired,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        className: styles["control"],
      })}
    </div>
  );
}
