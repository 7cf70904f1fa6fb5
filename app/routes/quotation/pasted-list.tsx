import { Form, href, useNavigation } from "react-router";
import { useTranslation } from "react-i18next";
import { localizePath } from "#app/i18n/urls.ts";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { QuantityRow } from "#app/components/forms/quotation-form.tsx";
import buttons from "#app/components/ui/button.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import form from "#app/components/forms/form.module.css";
import type { PastedList, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { createQuantityError } from "#app/services/api/contract/forms/quantity-error.ts";
import { limits } from "#app/services/api/contract/limits.ts";

type PastedListFormProps = { pasted: PastedList; result: QuotationResult; hasSamples: boolean };

/** Renders the lines of a pasted list, each with what the visitor adds for it. Nothing is added before the button. */
export function PastedListForm({ pasted: { text, lines }, result, hasSamples }: PastedListFormProps) {
  const { t } = useTranslation("quotation");
  const { t: tForms } = useTranslation("forms");
  const action = localizePath(href("/quotation"), useLocale());
  const isSending = useNavigation().formAction === action;
  const { problem } = result;
  const isAboutText = problem === "tooManyLines" || problem === "tooMuchText" || problem === "noRoom";
  const error = isAboutText ? tForms(`problem.${problem}`, { ...result, max: limits.items }) : undefined;
  const errors = lines.flatMap(({ row }, index) =>
    row?.problem ? { text: createQuantityError(tForms, row), id: `quantity-${index}` } : [],
  );
  return (
    <>
      <ErrorSummary
        result={isAboutText ? {} : result}
        fieldErrors={[...(error ? [{ text: error, id: "numbers" }] : []), ...errors]}
      />
      {lines.length > 0 && (
        <Form method="post" action={action} className={`${form["form"]} stack-5`} noValidate>
          <ol className={form["rows"]}>
            {lines.map((line, index) => (
              <Line key={index} line={line} index={index} hasSamples={hasSamples} />
            ))}
          </ol>
          <p>
            <button name="intent" value="pasted" className={buttons["primary"]} disabled={isSending}>
              {t("pasted.add")}
            </button>
          </p>
        </Form>
      )}
      <PasteForm text={text} error={error} lines={lines} />
    </>
  );
}

type LineProps = { line: PastedList["lines"][number]; index: number; hasSamples: boolean };

function Line({ line: { line, row, isSample, isRaised }, index, hasSamples }: LineProps) {
  const { t } = useTranslation("quotation");
  return (
    <li>
      {line && <p className={form["line"]}>{line}</p>}
      <input type="hidden" name="line" value={line} />
      {isRaised && <input type="hidden" name="raised" value={index} />}
      {row ? (
        <QuantityRow row={row} field={`quantity-${index}`}>
          {hasSamples && (
            <label className={form["check"]}>
              <input type="checkbox" name="sample" value={index} defaultChecked={isSample} /> {t("pasted.sample")}
              <span className="visually-hidden"> {row.title}</span>
            </label>
          )}
        </QuantityRow>
      ) : (
        <p className="note">
          <input type="hidden" name="item" value="" />
          <input type="hidden" name="quantity" value="" />
          {t("pasted.text")}
        </p>
      )}
    </li>
  );
}

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
