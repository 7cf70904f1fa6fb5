import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FormProblem } from "#app/services/api/contract/forms/form-results.ts";
import styles from "./form.module.css";

export type FieldError = { text: string; id: string };

type ErrorSummaryProps = { result: FormProblem | undefined; fieldErrors?: FieldError[] };

/** Lists a form's errors with links to the fields, and takes the focus. */
export function ErrorSummary({ result, fieldErrors = [] }: ErrorSummaryProps) {
  const { t } = useTranslation("forms");
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [result]);
  const problem = result?.problem && t(`problem.${result.problem}`, result);
  if (!problem && fieldErrors.length === 0) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles["summary"]}>
      <h2>{t("summary")}</h2>
      <ul>
        {problem && <li>{problem}</li>}
        {fieldErrors.map(({ text, id }) => (
          <li key={id + text}>
            <a href={`#${id}`} onClick={focusControl}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the control instead of following the link, because a navigation would drop the action data. */
function focusControl(event: React.MouseEvent<HTMLAnchorElement>): void {
  const control = document.getElementById(event.currentTarget.getAttribute("href")!.slice(1));
  if (!control) return;
  event.preventDefault();
  control.focus();
}
