import type { Request } from "express";
import { z } from "zod";
import { codeLifetimeSeconds } from "../submissions/login/login-codes.ts";
import { deskLifetimeMs } from "../submissions/login/sessions.ts";
import { createBrowserId, type Desk } from "./desk.ts";
import { cookieNames, readRequestCookie, setDeskCookie } from "./desk-request.ts";
import { Field, sendPage, type DeskResponse } from "./page.tsx";

const formSchema = z.object({
  intent: z.enum(["code", "login"]).catch("login"),
  account: z.string().max(254).catch(""),
  code: z.string().trim().max(20).catch(""),
  to: z.string().max(300).catch(""),
});

type LoginForm = { account?: string; to: string; isIssued?: boolean; problem?: string; status?: number };

/** Shows the form of the login. */
export function showLogin(desk: Desk, request: Request, response: DeskResponse): void {
  sendForm(desk, response, { to: String(request.query["to"] ?? "") });
}

/** Sends a code, or logs in. */
export async function submitLogin(desk: Desk, request: Request, response: DeskResponse): Promise<void> {
  const { intent, account, code, to } = formSchema.parse(request.body ?? {});
  const { owner, address } = response.locals;
  const browser = readRequestCookie(request, cookieNames.browser) ?? createBrowserId();
  const result =
    intent === "code"
      ? await desk.requestCode(account, browser, address, owner.locale)
      : await desk.logIn(account, code.normalize("NFKC").replaceAll(" ", ""), browser, address);
  if (result && "token" in result) {
    setDeskCookie(desk, response, cookieNames.session, result.token, deskLifetimeMs / 1000);
    // Only pages of the desk, so that no link leads elsewhere after a login.
    return response.redirect(303, /^\/desk(?:\/[\w/.?=&%-]*)?$/.test(to) ? to : "/desk");
  }
  if (!result) setDeskCookie(desk, response, cookieNames.browser, browser, codeLifetimeSeconds);
  const minutes = result && "seconds" in result ? Math.ceil(result.seconds / 60) : undefined;
  const problem = result && owner.t(`desk.login.problems.${result.problem}`, { count: minutes });
  if (minutes !== undefined) response.setHeader("Retry-After", minutes * 60);
  sendForm(desk, response, {
    account,
    to,
    isIssued: !result || intent === "login",
    ...(problem && { problem, status: minutes === undefined ? 422 : 429 }),
  });
}

function sendForm({ codeDelivery }: Desk, response: DeskResponse, form: LoginForm): void {
  const { account, to, isIssued = false, problem, status } = form;
  const { t } = response.locals.owner;
  sendPage(
    response,
    { title: t("desk.login.title"), problem, status },
    <form method="post" action="/desk/login" className="narrow">
      <input type="hidden" name="to" value={to} />
      {codeDelivery === "log" && !isIssued && <p>{t("desk.login.noMail")}</p>}
      <Field
        name="account"
        label={t(`desk.login.${codeDelivery === "mail" ? "email" : "account"}`)}
        value={account}
        isRequired
        autoComplete="username"
        inputMode="email"
      />
      {isIssued && (
        <>
          {!problem && (
            <p role="status">{t(`desk.login.issued.${codeDelivery}`, { count: codeLifetimeSeconds / 60 })}</p>
          )}
          <Field name="code" label={t("desk.login.code")} autoComplete="one-time-code" inputMode="numeric" />
          <button name="intent" value="login">
            {t("desk.login.submit")}
          </button>
        </>
      )}
      <button name="intent" value="code" className={isIssued ? "quiet" : undefined}>
        {t(isIssued ? "desk.login.sendAgain" : "desk.login.send")}
      </button>
    </form>,
  );
}
