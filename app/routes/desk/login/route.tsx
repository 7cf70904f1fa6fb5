import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { Route } from "./+types/route";
import { Field } from "../../../components/forms/field.tsx";
import buttons from "../../../components/ui/button.module.css";
import { getDeskVisit } from "../../../http/desk-context.ts";
import { DeskPage } from "../page.tsx";
import { submitLogin } from "./action.server.ts";

export function loader({ url, context }: Route.LoaderArgs) {
  return { to: url.searchParams.get("to") ?? "", codeDelivery: getDeskVisit(context).desk.codeDelivery };
}

export const action = ({ request, context }: Route.ActionArgs) => submitLogin(request, context);

export function headers({ parentHeaders, actionHeaders }: Route.HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  if (retryAfter) parentHeaders.set("Retry-After", retryAfter);
  return parentHeaders;
}

export default function DeskLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const { codeDelivery } = loaderData;
  const { account, to = loaderData.to, isIssued = false, problem, minutes, codeMinutes } = actionData ?? {};
  return (
    <DeskPage
      title={t("desk.login.title")}
      problem={problem && t(`desk.login.problems.${problem}`, { count: minutes })}
    >
      <form method="post" action={href("/desk/login")} className="narrow">
        <input type="hidden" name="to" value={to} />
        {codeDelivery === "log" && !isIssued && <p>{t("desk.login.noMail")}</p>}
        <Field
          name="account"
          label={t(`desk.login.${codeDelivery === "mail" ? "email" : "account"}`)}
          value={account}
          isRequired
        >
          {(control) => <input {...control} autoComplete="username" inputMode="email" />}
        </Field>
        {isIssued && (
          <>
            {!problem && <p role="status">{t(`desk.login.issued.${codeDelivery}`, { count: codeMinutes })}</p>}
            <Field name="code" label={t("desk.login.code")} isRequired={false}>
              {(control) => <input {...control} autoComplete="one-time-code" autoCapitalize="characters" />}
            </Field>
            <button name="intent" value="login" className={buttons["primary"]}>
              {t("desk.login.submit")}
            </button>
          </>
        )}
        <button name="intent" value="code" className={isIssued ? buttons["quiet"] : buttons["primary"]}>
          {t(isIssued ? "desk.login.sendAgain" : "desk.login.send")}
        </button>
      </form>
    </DeskPage>
  );
}
