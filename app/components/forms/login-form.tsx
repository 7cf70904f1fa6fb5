import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation, useSubmit } from "react-router";
import buttons from "../ui/button.module.css";
import { showToast } from "../ui/toaster.tsx";
import { CodeButton } from "./code-button.tsx";
import { Field } from "./field.tsx";
import { FormErrors, useFields, type FieldsAnswer, type FormProblem } from "./form-parts.tsx";
import styles from "./form.module.css";

/** What came of the form: a code on its way, or why it came back. */
export type LoginAnswer = FormProblem &
  FieldsAnswer<"login"> & {
    /** Seconds until the account can have another code, where one was asked for. */
    codeWait?: number;
    /** Minutes in which the code that has been sent can be used. */
    sentFor?: number;
    /** Where a login leads. */
    redirect?: string;
  };

type LoginFormProps = {
  action: string;
  /** Where a login leads. */
  redirect: string | undefined;
  answer: LoginAnswer | undefined;
};

/** Account, code, and the two buttons: one has a code sent, the other logs in. */
export function LoginForm({ action, redirect, answer }: LoginFormProps) {
  const { t } = useTranslation("forms");
  const submit = useSubmit();
  const isSending = useNavigation().formAction === action;
  const { wrong, field } = useFields("login", answer);
  const sent = answer?.sentFor === undefined ? undefined : t("login.sent", { minutes: answer.sentFor });
  useEffect(() => {
    if (sent) showToast("success", sent);
  }, [sent, answer]);
  const wait = useMemo(() => (answer?.codeWait === undefined ? undefined : { seconds: answer.codeWait }), [answer]);
  const send = (form: HTMLFormElement) => {
    const data = new FormData(form);
    data.set("intent", "code");
    void submit(data, { method: "post", action, preventScrollReset: true });
    form.querySelector<HTMLInputElement>("#code")?.focus();
  };
  return (
    <>
      <FormErrors answer={answer} wrong={wrong} />
      <Form method="post" action={action} className={styles["form"]} noValidate preventScrollReset>
        {redirect && <input type="hidden" name="redirect" value={redirect} />}
        {/* Enter in a field presses the first button: it must be the one that logs in. */}
        <button type="submit" name="intent" value="login" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t("login.submit")}
        </button>
        <Field {...field("account")}>
          {(props) => <input {...props} autoComplete="username" inputMode="email" autoCapitalize="none" />}
        </Field>
        <Field {...field("code")} hint={sent}>
          {(props) => (
            <div className={styles["beside"]}>
              <input {...props} autoComplete="one-time-code" inputMode="numeric" />
              <CodeButton preCheck={hasAccount} onSend={send} wait={wait} />
            </div>
          )}
        </Field>
        <p>
          <button type="submit" name="intent" value="login" className={buttons["primary"]} disabled={isSending}>
            {t("login.submit")}
          </button>
        </p>
      </Form>
    </>
  );
}

/** A code can't be sent to nobody: the field says so itself. */
function hasAccount(form: HTMLFormElement): boolean {
  const account = form.querySelector<HTMLInputElement>("#account");
  return account === null || account.value.trim() !== "" || account.reportValidity();
}
