import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { getDeskVisit } from "#app/http/desk-context.ts";
import type { Notice } from "#app/routes/desk/frame/data.server.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { codeLifetimeSeconds } from "#app/services/submissions/login/login-codes.ts";
import type { Route } from "./+types/route";
import { holdForm, submitLogin } from "./action.server.ts";

export function loader({ url, context }: Route.LoaderArgs) {
  const { codeDelivery } = getDeskVisit(context).desk;
  const isLoggedOut = url.searchParams.get("notice") === ("loggedOut" satisfies Notice);
  const to = url.searchParams.get("to") ?? url.searchParams.get("unsent") ?? "";
  const codeMinutes = codeLifetimeSeconds / 60;
  return { to, codeDelivery, codeMinutes, isLoggedOut };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const unsentAddress = url.searchParams.get("unsent");
  return unsentAddress?.startsWith(href("/desk"))
    ? holdForm(unsentAddress, request, context)
    : submitLogin(request, context);
}

export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export default function DeskLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const { codeDelivery, codeMinutes, isLoggedOut } = loaderData;
  if (actionData && "unsent" in actionData) return <UnsentForm {...actionData.unsent} />;
  const { account, to = loaderData.to, isIssued = false, problem, minutes } = actionData ?? {};
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
            <Field name="code" label={t("desk.login.code")}>
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
      {isLoggedOut && (
        <form method="post" action={href("/desk/logout")} className="narrow">
          <p className="note">{t("desk.login.kept")}</p>
          <button name="intent" value="clear" className={buttons["quiet"]}>
            {t("desk.login.clear")}
          </button>
        </form>
      )}
    </DeskPage>
  );
}

/** Renders a held form, which can be sent again after a login in another tab. */
function UnsentForm({ address, fields }: Awaited<ReturnType<typeof holdForm>>["data"]["unsent"]) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.unsent.title")} problem={t("desk.unsent.lead")}>
      <p>
        <a href={href("/desk/login")} target="_blank" rel="noreferrer">
          {t("desk.unsent.login")}
        </a>
      </p>
      <form method="post" action={address}>
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <button className={buttons["primary"]}>{t("desk.unsent.submit")}</button>
      </form>
    </DeskPage>
  );
}
