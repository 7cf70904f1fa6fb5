import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";
import type { FieldValues, FormResult } from "#app/services/api/contract/forms/form-results.ts";
import { forms, listFields, minFillTimeMs, type FormName } from "#app/services/api/contract/forms/forms.ts";
import { ErrorSummary, type FieldError } from "./error-summary.tsx";
import { Field } from "./field.tsx";
import { PrivacyNote, useFields } from "./form-parts.tsx";
import styles from "./form.module.css";
import { restoreDraft } from "./restore-draft.ts";

type SubmissionFormProps = {
  form: FormName;
  result: FormResult | undefined;
  /** Values that the page fills in for the visitor. */
  initialValues?: FieldValues;
  /** Idempotency key for private pages; on shared pages the script creates it. */
  initialKey?: string;
  /** Query that the form's URL keeps, so that the page stays the same. */
  query?: string;
  /** Value of `intent`, if the form has other buttons. */
  intent?: string;
  /** Content above the fields. Its errors are in `errors`. */
  children?: ReactNode;
  errors?: FieldError[];
};

/** Renders a form's fields and submit button. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { form, result, initialValues, initialKey, query = "", intent, errors = [], children } = props;
  const { t } = useTranslation("forms");
  const action = localizePath(forms[form].page, useLocale()) + query;
  const isSending = useNavigation().formAction === action;
  const { fieldErrors, field } = useFields(forms[form].fields, result);
  const { website, ...values } = { ...initialValues, ...result?.values };
  const buttonProps = { type: "submit", name: intent && "intent", value: intent } as const;
  return (
    <>
      <ErrorSummary result={result} fieldErrors={[...errors, ...fieldErrors]} />
      <Form data-draft={form} method="post" action={action} className={`${styles["form"]} stack-5`} noValidate>
        <FormKey form={form} initialKey={initialKey} intent={intent} result={result} />
        {children}
        {listFields(form).map(([name, { rows, autoComplete, inputMode }]) => (
          <Field key={name} {...field(name)} value={values[name]}>
            {(control) =>
              rows ? (
                <textarea {...control} rows={rows} />
              ) : (
                <input {...control} type="text" autoComplete={autoComplete} inputMode={inputMode} />
              )
            }
          </Field>
        ))}
        <div className={`${styles["honeypot"]} no-print`} aria-hidden="true">
          <label htmlFor="website">{t("fields.website")}</label>
          <input id="website" name="website" defaultValue={website} tabIndex={-1} autoComplete="off" />
        </div>
        <PrivacyNote />
        <p>
          <button {...buttonProps} className={buttons["primary"]} disabled={isSending}>
            {t(isSending ? "sending" : `${form}.send`)}
          </button>
        </p>
      </Form>
    </>
  );
}

type FormKeyProps = Pick<SubmissionFormProps, "form" | "initialKey" | "intent" | "result">;

/**
 * Renders the idempotency key, which changes only after a conflict or a refusal. Measures the fill time of the key's
 * form, and restores the form's draft.
 */
function FormKey({ form, initialKey = "", intent, result }: FormKeyProps) {
  const [key, setKey] = useState(initialKey);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => measureFillTime(input.current!.form!, intent), [intent]);
  useEffect(() => {
    // After a lost request the page has no newer values of the server, so the draft stays as it is.
    if (result?.problem !== "unconfirmed") restoreDraft(input.current!.form!, form);
  }, [form, result]);
  useEffect(() => {
    const isUsed = result?.problem === "changed" || result?.problem === "refused";
    if ("randomUUID" in crypto) setKey((currentKey) => (isUsed || !currentKey ? crypto.randomUUID() : currentKey));
  }, [result]);
  return <input ref={input} type="hidden" name="key" value={key} />;
}

/**
 * Adds the elapsed time to the submitted form, and delays sending until the minimum time, below which the server
 * assumes spam. Buttons with another value than `sendValue` only change the form, so they aren't delayed.
 * @returns function that stops measuring
 */
function measureFillTime(form: HTMLFormElement, sendValue = ""): () => void {
  const openedAt = performance.now();
  let delayedSubmit: ReturnType<typeof setTimeout> | undefined;
  const getElapsedTime = () => performance.now() - openedAt;
  const addElapsed = (event: FormDataEvent) => event.formData.set("elapsed", String(Math.round(getElapsedTime())));
  const delaySubmit = (event: SubmitEvent) => {
    const remainingMs = minFillTimeMs - getElapsedTime();
    const button = event.submitter as HTMLButtonElement | null;
    if (remainingMs <= 0 || button?.value !== sendValue) return;
    event.preventDefault();
    event.stopPropagation();
    // Adds 5 ms, because timers may fire slightly early.
    delayedSubmit ??= setTimeout(() => button.click(), remainingMs + 5);
  };
  form.addEventListener("formdata", addElapsed);
  form.addEventListener("submit", delaySubmit);
  return () => {
    clearTimeout(delayedSubmit);
    form.removeEventListener("formdata", addElapsed);
    form.removeEventListener("submit", delaySubmit);
  };
}
