import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Form, href, useNavigation, useSubmit } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { loginFields } from "#app/services/api/contract/forms/form-fields.ts";
import type { LoginResult } from "#app/services/api/contract/forms/form-results.ts";
import { CodeButton } from "./code-button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Field } from "./field.tsx";
import { PrivacyNote, useFields } from "./form-parts.tsx";
import styles from "./form.module.css";

type LoginFormProps = {
  redirect: string | undefined;
  /** How login codes are delivered: by the backend, by mail, or in the log, which the operator reads. */
  codeDelivery: "backend" | "mail" | "log";
  actionData: LoginResult | undefined;
};

export function LoginForm({ redirect, codeDelivery, actionData }: LoginFormProps) {
  const { t } = useTranslation("forms");
  const submit = useSubmit();
  const action = localizePath(href("/login"), useLocale());
  const isSending = useNavigation().formAction === action;
  const { fieldErrors, field } = useFields(
    loginFields,
    actionData,
    codeDelivery === "mail" ? { account: t("fields.email") } : {},
  );
  const issuedMessage =
    actionData?.validMinutes === undefined
      ? undefined
      : t(codeDelivery === "log" ? "login.logged" : "login.sent", { count: actionData.validMinutes });
  const wait = useMemo(
    () => (actionData?.codeWait === undefined ? undefined : { seconds: actionData.codeWait }),
    [actionData],
  );
  const send = (form: HTMLFormElement) => {
    const data = new FormData(form);
    data.set("intent", "code");
    void submit(data, { method: "post", action, preventScrollReset: true });
    form.querySelector<HTMLInputElement>("#code")?.focus();
  };
  /** Whether the account is filled in. If not, sends the form, whose response has the error. */
  const checkAccount = (form: HTMLFormElement) => {
    const hasAccount = form.querySelector<HTMLInputElement>("#account")?.value.trim() !== "";
    if (!hasAccount) send(form);
    return hasAccount;
  };
  return (
    <>
      <ErrorSummary result={actionData} fieldErrors={fieldErrors} />
      <Form method="post" action={action} className={`${styles["form"]} stack-5`} noValidate preventScrollReset>
        {redirect && <input type="hidden" name="redirect" value={redirect} />}
        {/* Enter activates the first submit button, so this one logs in. */}
        <button type="submit" name="intent" value="login" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t("login.submit")}
        </button>
        <Field {...field("account")}>
          {(props) => <input {...props} type="text" autoComplete="username" inputMode="email" autoCapitalize="none" />}
        </Field>
        <Field {...field("code")} hint={issuedMessage}>
          {(props) => (
            <div className={styles["beside"]}>
              <input
                {...props}
                autoComplete="one-time-code"
                inputMode="numeric"
                // Without script, each request loads a new page. With script the focus has already moved.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus={issuedMessage !== undefined}
              />
              <CodeButton preCheck={checkAccount} onSend={send} wait={wait} />
            </div>
          )}
        </Field>
        <PrivacyNote />
        <p>
          <button type="submit" name="intent" value="login" className={buttons["primary"]} disabled={isSending}>
            {t("login.submit")}
          </button>
        </p>
      </Form>
    </>
  );
}
