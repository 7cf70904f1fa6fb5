import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProblem } from "../../services/api/contract/submissions.ts";
import { forms, isRequired, limits, type FormField, type FormName } from "../../services/api/contract/form-fields.ts";
import { formatNumber } from "../../i18n/format.ts";
import { PrivacyLink } from "../ui/site-link.tsx";
import { useLocale, useSharedData } from "../ui/page-data.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { startSavingDraft } from "./draft.ts";
import { measureFillTime } from "./fill-time.ts";
import styles from "./form.module.css";

/** All fields, including the honeypot. */
export type FieldName = FormField | "website";

type ProblemName =
  | "limited"
  | "changed"
  | "refused"
  | "storage"
  | "tooFast"
  | "full"
  | "cut"
  | "unknownItem"
  | "changedTooOften"
  | "codeTooSoon"
  | "loginLimited"
  | "loginUnavailable"
  | "unconfirmed";

export type FormProblem = {
  problem?: ProblemName;
  /** Reference of the earlier submission with the form's key. */
  reference?: string;
  message?: string;
  /** Minutes to wait, or seconds until the next code. */
  count?: number;
};

export type FieldsResult<Form extends FormName> = {
  errors?: Partial<Record<FormField<Form> | "website", FieldProblem>>;
  values: Record<FormField<Form>, string> & { website?: string };
};

/** Returns the errors of a form's fields in their order, and the props of each field. */
export function useFields<Form extends FormName>(
  form: Form,
  result: (FieldsResult<Form> & FormProblem) | undefined,
  labels: Partial<Record<FieldName, string>> = {},
) {
  type Name = FormField<Form> | "website";
  const names: readonly Name[] = [...forms[form].fields, "website"];
  const { t } = useTranslation("forms");
  const locale = useLocale();
  const getLabel = (name: FieldName) => labels[name] ?? t(`fields.${name}`);
  const getError = (name: Name) => {
    const problem: FieldProblem | undefined = result?.errors?.[name];
    const maxLength = name === "website" ? 0 : limits[name as FormField];
    const values = { label: getLabel(name), max: formatNumber(maxLength, locale), message: result?.message };
    return problem && t(`errors.${problem}`, values);
  };
  return {
    fieldErrors: names.flatMap((name) => {
      const text = getError(name);
      return text ? [{ text, id: name as string }] : [];
    }),
    field: (name: FormField<Form>) => ({
      name,
      label: getLabel(name),
      value: result?.values[name],
      error: getError(name),
      isRequired: isRequired(form, name),
    }),
  };
}

export function FormErrors({
  formProblem,
  fieldErrors,
}: {
  formProblem: FormProblem | undefined;
  fieldErrors: { text: string; id: string }[];
}) {
  const { t } = useTranslation("forms");
  const problem = formProblem?.problem && [{ text: t(`problem.${formProblem.problem}`, formProblem) }];
  return (
    <>
      {problem && <ErrorSummary title={t("summary")} errors={problem} />}
      {fieldErrors.length > 0 && <ErrorSummary title={t("summary")} errors={fieldErrors} />}
    </>
  );
}

/** The idempotency key. It stays until the server has another submission with it: an earlier one may have arrived. */
export function FormKey({
  form,
  initialKey = "",
  result,
}: {
  form: FormName;
  initialKey?: string;
  result: FormProblem | undefined;
}) {
  const [key, setKey] = useState(initialKey);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => measureFillTime(input.current!.form!), []);
  useEffect(() => startSavingDraft(input.current!.form!, form), [form, result]);
  useEffect(() => {
    const isUsed = result?.problem === "changed" || result?.problem === "refused";
    if ("randomUUID" in crypto) setKey((currentKey) => (isUsed || !currentKey ? crypto.randomUUID() : currentKey));
  }, [result]);
  return <input ref={input} type="hidden" name="key" value={key} />;
}

export function PrivacyNote() {
  const { t } = useTranslation("forms");
  if (!useSharedData()?.privacy) return null;
  return (
    <p className="note">
      {t("privacy")} <PrivacyLink />
    </p>
  );
}

export function Honeypot({ value }: { value: string | undefined }) {
  const { t } = useTranslation("forms");
  return (
    <div className={`${styles["honeypot"]} no-print`} aria-hidden="true">
      <label htmlFor="website">{t("fields.website")}</label>
      <input id="website" name="website" defaultValue={value} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** Title of a page with a form. For screen readers it begins with "Error" if the form was returned with errors. */
export function FormTitle({ title, hasError }: { title: string; hasError: boolean }) {
  const { t } = useTranslation("forms");
  const siteName = useSharedData()?.siteName;
  const fullTitle = [title, siteName].filter(Boolean).join(" · ");
  return <title>{hasError ? t("errorTitle", { title: fullTitle }) : fullTitle}</title>;
}
