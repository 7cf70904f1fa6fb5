import type { ComponentProps, ReactNode } from "react";
import styles from "./form.module.css";

type FieldProps = {
  /** Field name in the contract, and the control's id. */
  name: string;
  label: string;
  hint?: string;
  error?: string;
  value?: string;
  isRequired?: boolean;
  /** Renders the control. Its props refer to the hint and the error. */
  children: (control: ControlProps) => ReactNode;
};

type ControlProps = Pick<
  ComponentProps<"input">,
  "id" | "name" | "required" | "className" | "aria-describedby" | "aria-invalid"
> & { defaultValue: string | undefined };

export function Field({ name, label, hint, error, value, isRequired = false, children }: FieldProps) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? styles["wrong"] : styles["field"]}>
      <label htmlFor={name} className={styles["label"]}>
        {label}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="note no-print">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      )}
      {children({
        id: name,
        name,
        defaultValue: value,
        required: isRequired,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        className: "control",
      })}
    </div>
  );
}
