import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { localizePath } from "../../i18n/urls.ts";
import buttons from "../ui/button.module.css";
import { useLocale } from "../ui/page-data.ts";
import { Field } from "./field.tsx";
import {
  FormErrors,
  FormKey,
  Honeypot,
  PrivacyNote,
  useFields,
  type FieldsResult,
  type FormProblem,
} from "./form-parts.tsx";
import styles from "./form.module.css";

export type GuestbookActionData = FormProblem & FieldsResult<"guestbook">;

type GuestbookFormProps = {
  actionData: GuestbookActionData | undefined;
  /** What the message is about, if the visitor comes from a page that says it. */
  subject: string | undefined;
};

export function GuestbookForm({ actionData, subject }: GuestbookFormProps) {
  const { t } = useTranslation("forms");
  const action = localizePath("/contact-us", useLocale());
  const isSending = useNavigation().formAction === action;
  const { fieldErrors, field } = useFields("guestbook", actionData);
  return (
    <>
      <FormErrors formProblem={actionData} fieldErrors={fieldErrors} />
      <Form method="post" action={action} className={`${styles["form"]} stack-5`} noValidate>
        <FormKey form="guestbook" result={actionData} />
        <Field {...field("name")}>{(props) => <input {...props} autoComplete="name" />}</Field>
        <Field {...field("contact")} hint={t("contactHint")}>
          {(props) => <input {...props} autoComplete="email" inputMode="email" />}
        </Field>
        <Field {...field("subject")} value={actionData ? actionData.values.subject : subject} hint={t("optional")}>
          {(props) => <input {...props} />}
        </Field>
        <Field {...field("content")}>{(props) => <textarea {...props} rows={7} />}</Field>
        <Honeypot value={actionData?.values.website} />
        <PrivacyNote />
        <p>
          <button type="submit" className={buttons["primary"]} disabled={isSending}>
            {t(isSending ? "sending" : "guestbook.send")}
          </button>
        </p>
      </Form>
    </>
  );
}
