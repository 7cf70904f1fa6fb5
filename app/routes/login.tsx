import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Form } from "react-router";
import { FormTitle } from "../components/forms/form-title.tsx";
import { LoginForm, type LoginAnswer } from "../components/forms/login-form.tsx";
import { Page } from "../components/layout/page.tsx";
import { useSharedData } from "../components/layout/shared-data.ts";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { showToast } from "../components/ui/toaster.tsx";
import { useLocale } from "../components/ui/use-locale.ts";
import { localizePath } from "../i18n/urls.ts";
import { privateNoStore } from "../platform/http-cache.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import type { Route } from "./+types/login";
import { logIn, logOut, sendCode } from "./login-actions.ts";
import styles from "./login.module.css";
import { apiOf } from "./middleware/api.ts";
import { getInstance } from "./middleware/i18next.ts";
import { pageMeta } from "./page-meta.ts";
import { readForm } from "./read-form.ts";
import { servicesOf } from "./services-context.ts";

export const handle = { messages: ["login", "forms"] };

export function loader({ context, url }: Route.LoaderArgs) {
  const t = getInstance(context).getFixedT(null, ["common", "login"]);
  // Anyone can write an address: only the site's own sentences are shown.
  const own = Object.values(t("common:login.messages", { returnObjects: true }));
  const message = own.find((sentence) => sentence === url.searchParams.get("message"));
  const redirect = url.searchParams.get("redirect") ?? undefined;
  const { canEndAll } = servicesOf(context).logins;
  return { title: t("common:pages.login"), lead: t("login:lead"), message, redirect, canEndAll };
}

/** Has a code sent, logs in, or logs out: the button that was pressed says which. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request, requestIdOf(context));
  const call = { request, url, context, api: apiOf(context), form };
  const intent = form.get("intent");
  if (intent === "logout" || intent === "logout-everywhere") {
    const isEverywhere = intent === "logout-everywhere";
    const { t } = getInstance(context);
    const message = t(isEverywhere ? "login.messages.loggedOutEverywhere" : "login.messages.loggedOut");
    return logOut(call, isEverywhere, message);
  }
  const answered = intent === "code" ? await sendCode(call) : await logIn(call);
  if (answered instanceof Response) return answered;
  // The address of a form that came back doesn't know the way back any more.
  return data<LoginAnswer>(
    { ...answered.data, redirect: form.get("redirect") ?? undefined },
    answered.init ?? undefined,
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const all = new Headers(actionHeaders);
  all.set("Cache-Control", privateNoStore);
  return all;
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { isHidden: true, hasOwnTitle: true }) : [];
}

export default function Login({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation("login");
  const isLoggedIn = useSharedData()?.isLoggedIn ?? false;
  const action = localizePath("/login", useLocale());
  const { title, lead, message, redirect, canEndAll } = loaderData;
  useEffect(() => {
    if (message) showToast("warning", message);
  }, [message]);
  return (
    <Page title={title} lead={lead}>
      <FormTitle title={title} hasError={answer !== undefined && answer.sentFor === undefined} />
      {message && !answer && (
        <p role="alert" className={styles["message"]}>
          {message}
        </p>
      )}
      <div className={styles["layout"]}>
        {isLoggedIn ? (
          <Form method="post" action={action} className={styles["section"]}>
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
        ) : (
          <>
            <div>
              <LoginForm action={action} redirect={answer?.redirect ?? redirect} answer={answer} />
            </div>
            <Help />
          </>
        )}
      </div>
    </Page>
  );
}

/** What to do where no code comes. */
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
