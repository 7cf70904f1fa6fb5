import { useEffect, useRef } from "react";
import styles from "./form.module.css";

type ErrorSummaryProps = {
  title: string;
  /** A sentence and the id of the control that it is about; without one it is about the whole form. */
  errors: { text: string; id?: string }[];
};

/** What is wrong with a form, above it; it takes the focus, and leads to each field. */
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

/** With script the focus goes there and nowhere else: a new address would be a navigation, which forgets the answer. */
function focusControl(event: React.MouseEvent<HTMLAnchorElement>): void {
  const control = document.getElementById(event.currentTarget.getAttribute("href")!.slice(1));
  if (!control) return;
  event.preventDefault();
  control.focus();
}
