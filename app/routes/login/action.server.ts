import { randomUUID } from "node:crypto";
import { data, href } from "react-router";
import { getClientAddress, getRequestId, getServices, getT, type Context } from "#app/http/request-context.ts";
import { createUnavailable, redirectTo } from "#app/http/responses.ts";
import { userStore } from "#app/http/user-store.ts";
import { getPathAfterLogin } from "#app/i18n/guarded-routes.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import type { Api } from "#app/services/api/api.ts";
import type { FieldValues, FormProblem, LoginResult } from "#app/services/api/contract/forms/form-results.ts";
import { codeRequestSchema, loginSchema } from "#app/services/api/contract/forms/submissions.ts";
import { isBrowserId } from "#app/services/api/contract/headers.ts";
import { EnvelopeError, isOutage, UnauthorizedError } from "#app/services/api/errors.ts";
import { formatSetCookie, readCookie } from "#app/services/runtime/web/cookies.ts";
import { secondsBetweenCodes } from "#app/services/submissions/database/rate-limit.ts";
import { readLoginForm } from "#app/services/submissions/received/forms.ts";

type Call = { request: Request; url: URL; context: Context; api: Api; form: URLSearchParams };

/** Envelope code for a wrong login code. */
const wrongCode = 422;

export async function sendCode({ request, context, api, form }: Call) {
  const { values, ...result } = readLoginForm(codeRequestSchema, form);
  const refused = { values, codeWait: 0 };
  if ("errors" in result) return data<LoginResult>({ ...refused, errors: result.errors }, { status: 422 });
  const { account } = result.input;
  const { limiter, isSecure } = getServices(context);
  try {
    const waitSeconds = await limiter.countCode(account, getClientAddress(context));
    if (waitSeconds > 0)
      return createLimitedResponse(waitSeconds, waitSeconds > 60 ? "loginLimited" : "codeTooSoon", values);
    const browser = readBrowserId(request) ?? randomUUID();
    const expiresIn = await api.auth.code(account, browser);
    const headers = { "Set-Cookie": createBrowserCookie(browser, isSecure) };
    const validMinutes = Math.round(expiresIn / 60);
    return data<LoginResult>({ values, validMinutes, codeWait: secondsBetweenCodes }, { headers });
  } catch (error) {
    await limiter.forgetCode(account).catch(() => undefined);
    return createFailureResponse(error, context, refused);
  }
}

export async function logIn({ request, url, context, api, form }: Call) {
  const { values, ...result } = readLoginForm(loginSchema, form);
  if ("errors" in result) return data<LoginResult>({ values, errors: result.errors }, { status: 422 });
  try {
    const waitSeconds = await getServices(context).limiter.countAttempt("login", getClientAddress(context));
    if (waitSeconds > 0) return createLimitedResponse(waitSeconds, "loginLimited", values);
    const token = await api.auth.login(result.input.account, result.input.code, readBrowserId(request));
    const home = localizePath("/", splitLocale(url.pathname).locale);
    const { isSecure } = getServices(context);
    const headers: [string, string][] = [
      ["Set-Cookie", userStore.set(token, isSecure)],
      ["Set-Cookie", createBrowserCookie(undefined, isSecure)],
    ];
    return redirectTo(getPathAfterLogin(form.get("redirect"), home), { status: 303, headers });
  } catch (error) {
    return createFailureResponse(error, context, { values });
  }
}

export async function logOut({ request, url, context }: Omit<Call, "api" | "form">, shouldEndAll: boolean) {
  const { locale } = splitLocale(url.pathname);
  const { log, logins, isSecure } = getServices(context);
  const token = userStore.get(request);
  try {
    if (token !== undefined) await logins.end(token, shouldEndAll);
  } catch (error) {
    log.error({ requestId: getRequestId(context), err: error }, "login could not be ended");
    throw createUnavailable(getRequestId(context));
  }
  const message = getT(context, "common")(`login.messages.${shouldEndAll ? "loggedOutEverywhere" : "loggedOut"}`);
  const address = localizePath(`${href("/login")}?${new URLSearchParams({ message })}`, locale);
  return redirectTo(address, { status: 303, headers: { "Set-Cookie": userStore.set(undefined, isSecure) } });
}

function createLimitedResponse(waitSeconds: number, problem: FormProblem["problem"], values: FieldValues) {
  const actionData = {
    values,
    problem,
    codeWait: waitSeconds,
    count: problem === "codeTooSoon" ? waitSeconds : Math.ceil(waitSeconds / 60),
  };
  return data<LoginResult>(actionData, { status: 429, headers: { "Retry-After": String(waitSeconds) } });
}

/** Creates the response to a failed call. It has the backend's message if the visitor can do something about it. */
function createFailureResponse(error: unknown, context: Context, refused: LoginResult) {
  const respond = (result: Partial<LoginResult>, status = 422) =>
    data<LoginResult>({ ...refused, ...result }, { status });
  if (error instanceof UnauthorizedError) return respond({ errors: { code: "code" } });
  if (error instanceof EnvelopeError && error.code === wrongCode)
    return respond({ errors: { code: "refused" }, message: error.message });
  if (error instanceof EnvelopeError && !isOutage(error))
    return respond({ problem: "refused", message: error.message });
  getServices(context).log.error({ requestId: getRequestId(context), err: error }, "login failed");
  return respond({ problem: "loginUnavailable" }, 503);
}

/** Name of the cookie that identifies the browser that requested a code. */
const cookieName = "login_browser";

const maxAgeSeconds = 60 * 60;

function readBrowserId(request: Request): string | undefined {
  const value = readCookie(request.headers.get("Cookie"), cookieName);
  return isBrowserId(value) ? value : undefined;
}

function createBrowserCookie(id: string | undefined, isSecure: boolean): string {
  return formatSetCookie(cookieName, id ?? "", { maxAge: id ? maxAgeSeconds : 0, isSecure });
}
