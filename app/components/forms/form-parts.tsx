import { useEffect, useState } from "react";
import type { FieldProblem } from "../../contract/submissions.ts";
import { limits } from "../../contract/limits.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useLocale, useMessages } from "../ui/use-locale.ts";
import { ErrorSummary } from "./error-summary.tsx";
import styles from "./form.module.css";

/** Every field that a visitor writes in, and the trap. */
export type FieldName = "name" | "contact" | "subject" | "content" | "company" | "message" | "website";

/** Why a whole form couldn't be taken, with what its sentence needs. */
export type FormProblem = {
  problem?: "limited" | "changed" | "refused" | "storage";
  /** Of what is kept under the form's key. */
  reference?: string;
  /** What the owner's system said where it refused. */
  message?: string;
  minutes?: number;
};

/** A sentence for a field that can't be taken. */
export function useSentences() {
  const t = useMessages("forms");
  const locale = useLocale();
  return (name: FieldName, problem: FieldProblem) => {
    const most = name === "website" ? 0 : limits[name];
    return t(`errors.${problem}`, { label: t(`fields.${name}`), most: formatNumber(most, locale) });
  };
}

/** What is wrong with the fields, each with the control that it is about, in the order of `names`. */
export function useWrongFields(errors: Partial<Record<FieldName, FieldProblem>>, names: readonly FieldName[]) {
  const sentence = useSentences();
  return names.flatMap((name) => {
    const problem = errors[name];
    return problem ? [{ text: sentence(name, problem), id: name }] : [];
  });
}

/** Above a form that came back: why it couldn't be taken as a whole, or what is wrong with its fields. */
export function FormErrors({
  answer,
  wrong,
}: {
  answer: FormProblem | undefined;
  wrong: { text: string; id: string }[];
}) {
  const t = useMessages("forms");
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
export function FormKey({ given = "", renewWhen }: { given?: string; renewWhen: unknown }) {
  const [key, setKey] = useState(given);
  useEffect(() => {
    if (given) setKey(given);
    else if ("randomUUID" in crypto) setKey(crypto.randomUUID());
  }, [given, renewWhen]);
  return <input type="hidden" name="key" value={key} readOnly />;
}

/** A field that people don't see and that programs fill in. */
export function Trap({ value }: { value: string | undefined }) {
  const t = useMessages("forms");
  return (
    <div className={styles["trap"]} aria-hidden="true">
      <label htmlFor="website">{t("fields.website")}</label>
      <input id="website" name="website" defaultValue={value} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
