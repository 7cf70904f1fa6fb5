import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import styles from "./note-form.module.css";

/** Renders the form for the numbers of a delivery note, open after an error. */
export function NoteForm({ title, numbers, error }: { title: string; numbers?: string; error?: ReactNode }) {
  const { t } = useTranslation("batch");
  return (
    <details className={`${styles["form"]} no-print`} open={error !== undefined}>
      <summary>{title}</summary>
      <Form action={localizePath(href("/batch"), useLocale())} className="stack-3" noValidate>
        {error && (
          <p id="numbers-error" className="note error">
            {error}
          </p>
        )}
        <label className="note">
          {t("note.numbers", { max: limits.noteNumbers })}
          <textarea
            id="numbers"
            name="number"
            rows={6}
            required
            className="control"
            defaultValue={numbers}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error ? "numbers-error" : undefined}
          />
        </label>
        <p>
          <button type="submit" className={buttons["quiet"]}>
            {t("note.submit")}
          </button>
        </p>
      </Form>
    </details>
  );
}
