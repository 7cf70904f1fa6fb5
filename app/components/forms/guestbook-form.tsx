import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FieldProblem } from "../../contract/submissions.ts";
import { limits } from "../../contract/limits.ts";
import { formatNumber } from "../../i18n/format.ts";
import buttons from "../ui/button.module.css";
import { useLocale, useMessages } from "../ui/use-locale.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { Field, type ControlProps } from "./field.tsx";
import styles from "./form.module.css";

type FieldName = "name" | "contact" | "subject" | "content" | "website";

/** Why a form came back, and with what. */
export type GuestbookAnswer = {
  /** What is wrong with single fields. */
  errors?: Partial<Record<FieldName, FieldProblem>>;
  /** Why the whole form couldn't be taken; `reference` is of what is kept under its key. */
  problem?: "limited" | "changed" | "refused" | "storage";
  reference?: string;
  /** What the owner's system said where it refused. */
  message?: string;
  minutes?: number;
  values: Record<FieldName, string>;
};

const fields = ["name", "contact", "subject", "content"] as const;

/** The guestbook: a message to the owner. Works without script; with it, no page is loaded anew. */
export function GuestbookForm({ action, answer }: { action: string; answer: GuestbookAnswer | undefined }) {
  const t = useMessages("forms");
  const isSending = useNavigation().formAction === action;
  const sentence = useSentences();
  const { errors = {}, values } = answer ?? {};
  const wrong = [...fields, "website" as const].flatMap((name) => {
    const problem = errors[name];
    return problem ? [{ text: sentence(name, problem), id: name }] : [];
  });
  const control = (name: (typeof fields)[number]) => ({
    ...{ name, label: t(`guestbook.${name}`), value: values?.[name] },
    error: errors[name] && sentence(name, errors[name]),
  });
  return (
    <>
      {answer?.problem && (
        <ErrorSummary title={t("summary")} errors={[{ text: t(`problem.${answer.problem}`, answer) }]} />
      )}
      {wrong.length > 0 && <ErrorSummary title={t("summary")} errors={wrong} />}
      <Form method="post" action={action} className={styles["form"]} noValidate>
        <FormKey answer={answer} />
        <Field {...control("name")}>{(props) => <input {...props} autoComplete="name" required />}</Field>
        <Field {...control("contact")} hint={t("guestbook.contactHint")}>
          {(props) => <input {...props} autoComplete="email" inputMode="email" required />}
        </Field>
        <Field {...control("subject")} hint={t("optional")}>
          {(props) => <input {...props} />}
        </Field>
        <Field {...control("content")}>{(props) => <textarea {...props} rows={7} required />}</Field>
        <Trap label={t("guestbook.website")} value={values?.website} />
        <p>
          <button type="submit" className={buttons["primary"]} disabled={isSending}>
            {t(isSending ? "sending" : "guestbook.send")}
          </button>
        </p>
      </Form>
    </>
  );
}

/** A sentence for a field that can't be taken. */
function useSentences() {
  const t = useMessages("forms");
  const locale = useLocale();
  return (name: FieldName, problem: FieldProblem) => {
    const most = name === "website" ? 0 : limits[name];
    return t(`errors.${problem}`, { label: t(`guestbook.${name}`), most: formatNumber(most, locale) });
  };
}

/** One key for one writing of the form, made by script; after a changed text is refused, another. */
function FormKey({ answer }: { answer: GuestbookAnswer | undefined }) {
  const [key, setKey] = useState("");
  useEffect(() => {
    if ("randomUUID" in crypto) setKey(crypto.randomUUID());
  }, [answer?.problem]);
  return <input type="hidden" name="key" value={key} readOnly />;
}

/** A field that people don't see and that programs fill in. */
function Trap({ label, value }: { label: string; value: string | undefined }) {
  const props: Pick<ControlProps, "id" | "name" | "defaultValue"> = {
    id: "website",
    name: "website",
    defaultValue: value,
  };
  return (
    <div className={styles["trap"]} aria-hidden="true">
      <label htmlFor="website">{label}</label>
      <input {...props} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
