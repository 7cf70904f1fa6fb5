import type { TFunction } from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Form, href } from "react-router";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FormTitle } from "#app/components/forms/form-parts.tsx";
import { LoginForm } from "#app/components/forms/login-form.tsx";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import buttons from "#app/components/ui/button.module.css";
import { useLocale, useSharedData } from "#app/components/ui/page-data.ts";
import { Columns, Page } from "#app/components/ui/page.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { showToast } from "#app/components/ui/toaster.tsx";
import type { Handle } from "#app/handle.ts";
import { callServerAction } from "#app/http/forms/call-server-action.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { getApi, getServices, getT } from "#app/http/request-context.ts";
import { createPrivateHeaders } from "#app/http/responses.ts";
import { resources } from "#app/i18n/messages.server.ts";
import type { Messages } from "#app/i18n/messages.ts";
import { localizePath } from "#app/i18n/urls.ts";
import type { LoginResult } from "#app/services/api/contract/forms/form-results.ts";
import type { Route } from "./+types/route";
import { logIn, logOut, sendCode } from "./action.server.ts";
import styles from "./login.module.css";

/** Translates a URL's message. Finds only the site's own messages, because anyone can write a URL. */
function findLoginMessage(t: TFunction<"common">, text: string | null): string | undefined {
  const messages = Object.values(resources).flatMap(({ common }) => Object.entries(common.login.messages));
  const key = messages.find((message) => message[1] === text)?.[0];
  return key && t(`login.messages.${key as keyof Messages["common"]["login"]["messages"]}`);
}

export const handle = { messages: ["login", "forms"] } satisfies Handle;

export function loader({ context, url }: Route.LoaderArgs) {
  const t = getT(context, ["common", "login"]);
  const { logins, codeDelivery } = getServices(context);
  return {
    title: t("common:pages.login"),
    lead: t(`login:lead.${codeDelivery}`),
    message: findLoginMessage(getT(context, "common"), url.searchParams.get("message")),
    isError: url.searchParams.get("code") === "401",
    redirect: url.searchParams.get("redirect") ?? undefined,
    canEndAll: logins.canEndAllLogins,
    codeDelivery,
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm({ request, context });
  const call = { request, url, context, api: getApi(context), form };
  const intent = form.get("intent");
  if (intent === "logout" || intent === "logout-everywhere") return logOut(call, intent === "logout-everywhere");
  const result = intent === "code" ? await sendCode(call) : await logIn(call);
  if (result instanceof Response) return result;
  // The response's URL lacks the redirect, so the form keeps it in a hidden field.
  return data<LoginResult>({ ...result.data, redirect: form.get("redirect") ?? undefined }, result.init ?? undefined);
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction(call);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return createPrivateHeaders(actionHeaders);
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { isHidden: true, hasOwnTitle: true }) : [];
}

export default function Login({ loaderData, ...props }: Route.ComponentProps) {
  const actionData: LoginResult | undefined = props.actionData;
  const isLoggedIn = useSharedData()?.isLoggedIn ?? false;
  const { title, lead, message, isError, redirect, canEndAll, codeDelivery } = loaderData;
  useEffect(() => {
    if (message) showToast(isError ? "error" : "success", message);
  }, [message, isError]);
  return (
    <Page title={title} lead={lead}>
      <FormTitle title={title} hasError={actionData !== undefined && actionData.validMinutes === undefined} />
      {message && !actionData && (
        <p role="alert" className={styles["message"]}>
          {message}
        </p>
      )}
      <Columns>
        {isLoggedIn ? (
          <div>
            <ErrorSummary result={actionData} />
            <LogoutForm canEndAll={canEndAll} />
          </div>
        ) : (
          <>
            <div>
              <LoginForm
                redirect={actionData?.redirect ?? redirect}
                codeDelivery={codeDelivery}
                actionData={actionData}
              />
            </div>
            {codeDelivery !== "log" && <Help />}
          </>
        )}
      </Columns>
    </Page>
  );
}

/** Renders help for visitors who receive no code. */
function Help() {
  const { t } = useTranslation("login");
  return (
    <section className={`${styles["help"]} stack-4`}>
      <h2>{t("help")}</h2>
      <p>{t("helpText")}</p>
      <p>
        <SiteLink to={href("/contact-us")} className={buttons["quiet"]}>
          {t("contact")}
        </SiteLink>
      </p>
    </section>
  );
}

function LogoutForm({ canEndAll }: { canEndAll: boolean }) {
  const { t } = useTranslation("login");
  return (
    <Form method="post" action={localizePath(href("/login"), useLocale())} className="stack-4">
      <p>{t("inside")}</p>
      <p>
        <button type="submit" name="intent" value="logout" className={buttons["primary"]}>
          {t("logOut")}
        </button>
      </p>
      {canEndAll && (
        <p>
          <button type="submit" name="intent" value="logout-everywhere" className={buttons["quiet"]}>
            {t("logOutEverywhere")}
          </button>
        </p>
      )}
    </Form>
  );
}
