import { Form, href } from "react-router";
import { useTranslation } from "react-i18next";
import { localizePath } from "#app/i18n/urls.ts";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import type { PastedList } from "#app/services/api/contract/forms/form-results.ts";

type PasteFormProps = { text?: string; error?: string | undefined; lines?: PastedList["lines"] };

/** Renders the field for a list, with the filled-in rows of the order sheet from which it came. */
export function PasteForm({ text, error, lines = [] }: PasteFormProps) {
  const { t } = useTranslation("quotation");
  const rows = lines.filter(({ line }) => line === "");
  return (
    <details className="no-print" open={error !== undefined}>
      <summary>{t(text === undefined ? "pasted.paste" : "pasted.change")}</summary>
      <Form method="post" action={localizePath(href("/quotation"), useLocale())} className="stack-3" noValidate>
        {rows.map(({ row, isSample }, index) => (
          <span key={index}>
            <input type="hidden" name="item" value={row?.id} />
            <input type="hidden" name="quantity" value={row?.quantity} />
            {isSample && <input type="hidden" name="sample" value={row?.id} />}
          </span>
        ))}
        <Field
          name="numbers"
          label={t("pasted.label")}
          hint={t("pasted.hint")}
          isRequired={false}
          {...(text && { value: text })}
          {...(error && { error })}
        >
          {(control) => <textarea {...control} rows={6} />}
        </Field>
        <p>
          <button name="intent" value="sheet" className={buttons["quiet"]}>
            {t("pasted.read")}
          </button>
        </p>
      </Form>
    </details>
  );
}
