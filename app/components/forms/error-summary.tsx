import { useEffect, useRef } from "react";
import styles from "./form.module.css";

type ErrorSummaryProps = {
  title: string;
  /** A message with the id of its control, or without id for the whole form. */
  errors: { text: string; id?: string }[];
};

/** Summary of errors above a form. It takes the focus, and links to each field. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [errors]);
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles["summary"]}>
      <h2>{title}</h2>
      <ul>
        {errors.map(({ text, id }) => (
          <li key={text}>
            {id ? (
              <a href={`#${id}`} onClick={focusControl}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the control without changing the URL, because a navigation would drop the action data. */
function focusControl(event: React.MouseEvent<HTMLAnchorElement>): void {
  const control = document.getElementById(event.currentTarget.getAttribute("href")!.slice(1));
  if (!control) return;
  event.preventDefault();
  control.focus();
}
