import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import type { RefusedText } from "#app/services/api/contract/forms/form-results.ts";

/** Renders the field for a list, with the filled-in rows of the order sheet from which it came. */
export function PasteForm({
  text,
  error,
  sheetFields = [],
  hint,
}: Partial<RefusedText> & { hint: string | undefined }) {
  const { t } = useTranslation("quotation");
  return (
    <details className="no-print" open={error !== undefined}>
      <summary>{t("pasted.paste")}</summary>
      {/* A body of this type has room for the longest Chinese list. */}
      <Form method="post" action="." encType="multipart/form-data" className="stack-3" noValidate>
        {sheetFields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Field name="numbers" label={t("pasted.label")} hint={hint} value={text} error={error}>
          {(control) => <textarea {...control} rows={6} />}
        </Field>
        <p>
          <button type="submit" name="intent" value="sheet" className={buttons["quiet"]}>
            {t("pasted.read")}
          </button>
        </p>
      </Form>
    </details>
  );
}
