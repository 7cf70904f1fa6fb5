import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Form } from "react-router";
import { FormErrors, FormTitle } from "../../components/forms/form-parts.tsx";
import { LoginForm, type LoginActionData } from "../../components/forms/login-form.tsx";
import { Page } from "../../components/layout/page.tsx";
import page from "../../components/layout/page.module.css";
import { useLocale, useSharedData } from "../../components/ui/page-data.ts";
import buttons from "../../components/ui/button.module.css";
import { SiteLink } from "../../components/ui/site-link.tsx";
import { showToast } from "../../components/ui/toaster.tsx";
import { localizePath } from "../../i18n/urls.ts";
import { privateNoStore } from "../../services/runtime/http-cache.ts";
import { getRequestId, getServices, getApi, getT } from "../../http/request-context.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { callServerAction } from "../../http/forms/call-server-action.ts";
import { logIn, logOut, sendCode } from "./action.server.ts";
import styles from "./login.module.css";
import { createPageMeta } from "../../components/meta/page-meta.ts";
import { readForm } from "../../http/forms/receive-form.ts";

export const handle = { messages: ["login", "forms"], isShared: false } satisfies Handle;

export function loader({ context, url }: Route.LoaderArgs) {
  const t = getT(context, ["common", "login"]);
  // Anyone can write a URL, so only the site's own messages are shown: by key, or by the sentence that older addresses have.
  const messages = Object.entries(t("common:login.messages", { returnObjects: true }));
  const named = url.searchParams.get("message");
  const message = messages.find((pair) => pair.includes(named ?? ""))?.[1];
  const redirect = url.searchParams.get("redirect") ?? undefined;
  const { logins, codeDelivery } = getServices(context);
  const lead = t(`login:lead.${codeDelivery}`);
  return { title: t("common:pages.login"), lead, message, redirect, canEndAll: logins.canEndAllLogins, codeDelivery };
}

/** Sends a code, logs in, or logs out, depending on the pressed button. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request, getRequestId(context));
  const call = { request, url, context, api: getApi(context), form };
  const intent = form.get("intent");
  if (intent === "logout" || intent === "logout-everywhere") {
    const shouldEndAll = intent === "logout-everywhere";
    return logOut(call, shouldEndAll);
  }
  const result = intent === "code" ? await sendCode(call) : await logIn(call);
  if (result instanceof Response) return result;
  // The URL of the response lacks the redirect, so a hidden field of the form keeps it.
  return data<LoginActionData>(
    { ...result.data, redirect: form.get("redirect") ?? undefined },
    result.init ?? undefined,
  );
}

/** Keeps the form if the browser doesn't reach the server. */
export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction(call);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const responseHeaders = new Headers(actionHeaders);
  responseHeaders.set("Cache-Control", privateNoStore);
  return responseHeaders;
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { isHidden: true, hasOwnTitle: true }) : [];
}

export default function Login({ loaderData, ...props }: Route.ComponentProps) {
  const actionData: LoginActionData | undefined = props.actionData;
  const isLoggedIn = useSharedData()?.isLoggedIn ?? false;
  const loginPath = localizePath("/login", useLocale());
  const { title, lead, message, redirect, canEndAll, codeDelivery } = loaderData;
  useEffect(() => {
    if (message) showToast("warning", message);
  }, [message]);
  return (
    <Page title={title} lead={lead}>
      <FormTitle title={title} hasError={actionData !== undefined && actionData.validMinutes === undefined} />
      {message && !actionData && (
        <p role="alert" className={styles["message"]}>
          {message}
        </p>
      )}
      <div className={page["columns"]}>
        {isLoggedIn ? (
          <div>
            <FormErrors formProblem={actionData} fieldErrors={[]} />
            <LogoutForm path={loginPath} canEndAll={canEndAll} />
          </div>
        ) : (
          <>
            <div>
              <LoginForm
                action={loginPath}
                redirect={actionData?.redirect ?? redirect}
                codeDelivery={codeDelivery}
                actionData={actionData}
              />
            </div>
            {codeDelivery !== "log" && <Help />}
          </>
        )}
      </div>
    </Page>
  );
}

function LogoutForm({ path, canEndAll }: { path: string; canEndAll: boolean }) {
  const { t } = useTranslation("login");
  return (
    <Form method="post" action={path} className={styles["section"]}>
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

/** Help for visitors who receive no code. */
function Help() {
  const { t } = useTranslation("login");
  return (
    <section className={styles["help"]}>
      <h2>{t("help")}</h2>
      <p>{t("helpText")}</p>
      <p>
        <SiteLink to="/contact-us" className={buttons["quiet"]}>
          {t("contact")}
        </SiteLink>
      </p>
    </section>
  );
}
