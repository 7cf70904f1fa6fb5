import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProblem } from "../../contract/submissions.ts";
import { forms, isRequired, limits, type FormField, type FormName } from "../../contract/limits.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useLocale } from "../ui/use-locale.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { keepDraft } from "./draft.ts";
import { timeFilling } from "./fill-time.ts";
import styles from "./form.module.css";

/** Every field that a visitor writes in, and the trap. */
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
  | "loginUnavailable";

/** Why a whole form couldn't be taken, with what its sentence needs. */
export type FormProblem = {
  problem?: ProblemName;
  /** Of what is kept under the form's key. */
  reference?: string;
  /** What the owner's system said where it refused. */
  message?: string;
  minutes?: number;
  seconds?: number;
};

/** What a form's fields came back with. */
export type FieldsAnswer<Form extends FormName> = {
  errors?: Partial<Record<FormField<Form> | "website", FieldProblem>>;
  values: Record<FormField<Form>, string> & { website?: string };
};

/** The fields of a form: what is wrong with them, in their order, and what each is drawn from. */
export function useFields<Form extends FormName>(form: Form, answer: FieldsAnswer<Form> | undefined) {
  type Name = FormField<Form> | "website";
  const names: readonly Name[] = [...forms[form].fields, "website"];
  const { t } = useTranslation("forms");
  const locale = useLocale();
  const labelOf = (name: FieldName) => t(`fields.${name}`);
  const errorOf = (name: Name) => {
    const problem: FieldProblem | undefined = answer?.errors?.[name];
    const most = name === "website" ? 0 : limits[name as FormField];
    return problem && t(`errors.${problem}`, { label: labelOf(name), most: formatNumber(most, locale) });
  };
  return {
    wrong: names.flatMap((name) => {
      const text = errorOf(name);
      return text ? [{ text, id: name as string }] : [];
    }),
    field: (name: FormField<Form>) => ({
      ...{ name, label: labelOf(name), value: answer?.values[name], error: errorOf(name) },
      isRequired: isRequired(form, name),
    }),
  };
}

/** Above a form that came back: why it couldn't be taken as a whole, or what is wrong with its fields. */
export function FormErrors({
  answer,
  wrong,
}: {
  answer: FormProblem | undefined;
  wrong: { text: string; id: string }[];
}) {
  const { t } = useTranslation("forms");
  const problem = answer?.problem && [{ text: t(`problem.${answer.problem}`, answer) }];
  return (
    <>
      {problem && <ErrorSummary title={t("summary")} errors={problem} />}
      {wrong.length > 0 && <ErrorSummary title={t("summary")} errors={wrong} />}
    </>
  );
}

/**
 * One key for one writing of the form: the page's own where it isn't shared, else made by script. Another one after each
 * answer: what is sent then is another submission.
 */
export function FormKey({ form, given = "", renewWhen }: { form: FormName; given?: string; renewWhen: unknown }) {
  const [key, setKey] = useState(given);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => timeFilling(input.current!.form!), []);
  useEffect(() => keepDraft(input.current!.form!, form), [form]);
  useEffect(() => {
    if (given) setKey(given);
    else if ("randomUUID" in crypto) setKey(crypto.randomUUID());
  }, [given, renewWhen]);
  return <input ref={input} type="hidden" name="key" value={key} />;
}

/** A field that people don't see and that programs fill in. */
export function Trap({ value }: { value: string | undefined }) {
  const { t } = useTranslation("forms");
  return (
    <div className={styles["trap"]} aria-hidden="true">
      <label htmlFor="website">{t("fields.website")}</label>
      <input id="website" name="website" defaultValue={value} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
