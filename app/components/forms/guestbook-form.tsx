import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import buttons from "../ui/button.module.css";
import { Field } from "./field.tsx";
import { FormErrors, FormKey, Trap, useFields, type FieldsAnswer, type FormProblem } from "./form-parts.tsx";
import styles from "./form.module.css";

/** Why the form came back, and with what. */
export type GuestbookAnswer = FormProblem & FieldsAnswer<"guestbook">;

/** The guestbook: a message to the owner. Works without script; with it, no page is loaded anew. */
export function GuestbookForm({ action, answer }: { action: string; answer: GuestbookAnswer | undefined }) {
  const { t } = useTranslation("forms");
  const isSending = useNavigation().formAction === action;
  const { wrong, field } = useFields("guestbook", answer);
  return (
    <>
      <FormErrors answer={answer} wrong={wrong} />
      <Form method="post" action={action} className={styles["form"]} noValidate>
        <FormKey form="guestbook" renewWhen={answer?.problem} />
        <Field {...field("name")}>{(props) => <input {...props} autoComplete="name" />}</Field>
        <Field {...field("contact")} hint={t("contactHint")}>
          {(props) => <input {...props} autoComplete="email" inputMode="email" />}
        </Field>
        <Field {...field("subject")} hint={t("optional")}>
          {(props) => <input {...props} />}
        </Field>
        <Field {...field("content")}>{(props) => <textarea {...props} rows={7} />}</Field>
        <Trap value={answer?.values.website} />
        <p>
          <button type="submit" className={buttons["primary"]} disabled={isSending}>
            {t(isSending ? "sending" : "guestbook.send")}
          </button>
        </p>
      </Form>
    </>
  );
}
