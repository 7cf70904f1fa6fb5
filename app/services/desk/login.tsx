import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { z } from "zod";
import { codeLifetimeSeconds } from "../submissions/login/login-codes.ts";
import { sessionLifetimesMs } from "../submissions/login/sessions.ts";
import type { OpenLogin } from "./desk-logins.ts";
import { cookieNames, readRequestCookie, setDeskCookie } from "./desk-request.ts";
import { Field, sendPage, type DeskResponse } from "./page.tsx";

const formSchema = z.object({
  intent: z.enum(["code", "login"]).catch("login"),
  account: z.string().max(254).catch(""),
  code: z
    .string()
    .max(40)
    .catch("")
    .transform((text) => text.normalize("NFKC").replace(/\s/g, "").toUpperCase()),
  to: z.string().max(300).catch(""),
});

const tokenSchema = z.string().max(100).catch("");

type LoginForm = { account?: string; to: string; isIssued?: boolean; problem?: string | undefined; status?: number };

export function showLogin(request: Request, response: DeskResponse): void {
  sendForm(response, { to: String(request.query["to"] ?? "") });
}

export async function submitLogin(request: Request, response: DeskResponse): Promise<void> {
  const { intent, account, code, to } = formSchema.parse(request.body ?? {});
  const { desk, owner, address, requestId } = response.locals;
  const browser = readRequestCookie(request, cookieNames.browser) ?? randomUUID();
  const [, known] = readTokens(request);
  const client = { address, browser, known };
  const result =
    intent === "code" ? desk.requestCode(account, client, owner.locale) : await desk.logIn(account, code, client);
  if (result && "token" in result) {
    openSession(response, result);
    // Only pages of the desk, so that no link leads elsewhere after a login.
    return response.redirect(303, /^\/desk(?:\/[\w/.?=&%-]*)?$/.test(to) ? to : "/desk");
  }
  if (result) desk.log.warn({ requestId, account, problem: result.problem }, "desk: login refused");
  else setDeskCookie(response, cookieNames.browser, browser, codeLifetimeSeconds);
  const minutes = result && "seconds" in result ? Math.ceil(result.seconds / 60) : undefined;
  const problem = result && owner.t(`desk.login.problems.${result.problem}`, { count: minutes });
  if (minutes !== undefined) response.setHeader("Retry-After", minutes * 60);
  const status = !result ? 200 : minutes === undefined ? 422 : 429;
  sendForm(response, { account, to, isIssued: !result || intent === "login", problem, status });
}

function openSession(response: DeskResponse, { account, token, known }: OpenLogin): void {
  const { desk, requestId } = response.locals;
  desk.log.info({ requestId, account }, "desk: login");
  setDeskCookie(response, cookieNames.session, token, sessionLifetimesMs.desk.absolute / 1000);
  setDeskCookie(response, cookieNames.known, known, sessionLifetimesMs.deskBrowser.absolute / 1000);
}

export async function logOut(request: Request, response: DeskResponse): Promise<void> {
  const { desk, requestId, account } = response.locals;
  await desk.logOut(...readTokens(request));
  desk.log.info({ requestId, account }, "desk: logout");
  endSession(response);
}

/** What the browser has of a login: the session, and what makes it known. */
export const readTokens = (request: Request): [session: string, known: string] => [
  readRequestCookie(request, cookieNames.session) ?? "",
  readRequestCookie(request, cookieNames.known) ?? "",
];

/** The browser deletes its cookies of a login, and the texts that the editor keeps there. */
export function endSession(response: DeskResponse): void {
  for (const name of [cookieNames.session, cookieNames.known]) setDeskCookie(response, name, "", 0);
  response.setHeader("Clear-Site-Data", '"storage"');
  response.redirect(303, "/desk/login");
}

/** Programs that only look at links don't use them up. */
export async function showLink(request: Request, response: DeskResponse): Promise<void> {
  const token = tokenSchema.parse(request.query["token"]);
  const { desk, owner } = response.locals;
  const { t } = owner;
  if (!(await desk.isLinkOpen(token))) return sendEndedLink(response);
  sendPage(
    response,
    { title: t("desk.login.title") },
    <form method="post" action="/desk/link" className="narrow">
      <input type="hidden" name="token" value={token} />
      <button>{t("desk.login.submit")}</button>
    </form>,
  );
}

export async function submitLink(request: Request, response: DeskResponse): Promise<void> {
  const login = await response.locals.desk.logInByLink(tokenSchema.parse(request.body?.token));
  if (!login) return sendEndedLink(response);
  openSession(response, login);
  response.redirect(303, "/desk");
}

/** An ended link names no account. */
function sendEndedLink(response: DeskResponse): void {
  const { desk, owner, requestId } = response.locals;
  const { t } = owner;
  desk.log.warn({ requestId, account: "" }, "desk: a link was refused");
  sendPage(response, { title: t("desk.login.title"), problem: t("desk.login.linkEnded"), status: 410 });
}

function sendForm(response: DeskResponse, form: LoginForm): void {
  const { account, to, isIssued = false, problem, status } = form;
  const { t } = response.locals.owner;
  const { codeDelivery } = response.locals.desk;
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
          <Field name="code" label={t("desk.login.code")} autoComplete="one-time-code" autoCapitalize="characters" />
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
