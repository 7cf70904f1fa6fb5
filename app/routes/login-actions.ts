import { data, type RouterContextProvider } from "react-router";
import type { FormProblem } from "../components/forms/form-parts.tsx";
import type { LoginAnswer } from "../components/forms/login-form.tsx";
import { wayBack } from "../i18n/guarded-routes.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import { clientAddressOf, requestIdOf } from "../platform/request-facts.ts";
import type { Api } from "../services/api.ts";
import { EnvelopeError, isOutage, UnauthorizedError } from "../services/errors.ts";
import { readCodeRequest, readLogin, type LoginValues } from "../submissions/login.ts";
import { unavailable } from "./http-error.ts";
import { browserCookie, browserOf, newBrowser } from "./login-browser.ts";
import { redirectTo } from "./navigation.ts";
import { servicesOf } from "./services-context.ts";
import { userStore } from "./user-store.ts";

type Context = Readonly<RouterContextProvider>;

type Call = { request: Request; url: URL; context: Context; api: Api; form: URLSearchParams };

/** Has a code sent to the account in the form. */
export async function sendCode(call: Call) {
  const answered = await askForCode(call);
  const { loginLimits } = servicesOf(call.context);
  const { sentFor, seconds = 0 } = answered.data;
  answered.data.codeWait = sentFor === undefined ? seconds : loginLimits.secondsBetweenCodes;
  return answered;
}

async function askForCode({ request, context, api, form }: Call) {
  const { values, ...read } = readCodeRequest(form);
  if ("errors" in read) return data<LoginAnswer>({ values, errors: read.errors }, { status: 422 });
  const { account } = read.input;
  const { loginLimits, isSecure } = servicesOf(context);
  try {
    const seconds = await loginLimits.countCode(account, clientAddressOf(context));
    if (seconds > 0) return waitFor(seconds, seconds > 60 ? "loginLimited" : "codeTooSoon", values);
    const browser = browserOf(request) ?? newBrowser();
    const expiresIn = await api.auth.code(account, browser);
    const headers = { "Set-Cookie": browserCookie(browser, isSecure) };
    return data<LoginAnswer>({ values, sentFor: Math.round(expiresIn / 60) }, { headers });
  } catch (error) {
    await loginLimits.forgetCode(account).catch(() => undefined);
    return failed(error, context, values);
  }
}

/** Logs in, and leads back to where the visitor was. */
export async function logIn({ request, url, context, api, form }: Call) {
  const { values, ...read } = readLogin(form);
  if ("errors" in read) return data<LoginAnswer>({ values, errors: read.errors }, { status: 422 });
  try {
    const seconds = await servicesOf(context).loginLimits.countLogin(clientAddressOf(context));
    if (seconds > 0) return waitFor(seconds, "loginLimited", values);
    const token = await api.auth.login(read.input.account, read.input.code, browserOf(request));
    const home = localizePath("/", splitLocale(url.pathname).locale);
    const { isSecure } = servicesOf(context);
    const headers: [string, string][] = [
      ["Set-Cookie", userStore.set(token, isSecure)],
      ["Set-Cookie", browserCookie(undefined, isSecure)],
    ];
    return redirectTo(wayBack(form.get("redirect"), home), { status: 303, headers });
  } catch (error) {
    return failed(error, context, values);
  }
}

/** Ends the login in this browser, or in all, wherever its token may be kept. */
export async function logOut(
  { request, url, context }: Omit<Call, "api" | "form">,
  isEverywhere: boolean,
  message: string,
) {
  const { locale } = splitLocale(url.pathname);
  const { log, logins, isSecure } = servicesOf(context);
  const token = userStore.get(request);
  try {
    if (token !== undefined) await logins.end(token, isEverywhere);
  } catch (error) {
    log.error({ requestId: requestIdOf(context), err: error }, "login could not be ended");
    throw unavailable(requestIdOf(context));
  }
  const address = localizePath(`/login?${new URLSearchParams({ message })}`, locale);
  return redirectTo(address, { status: 303, headers: { "Set-Cookie": userStore.set(undefined, isSecure) } });
}

function waitFor(seconds: number, problem: FormProblem["problem"], values: LoginValues) {
  const answer = { values, problem, seconds, minutes: Math.ceil(seconds / 60) };
  return data<LoginAnswer>(answer, { status: 429, headers: { "Retry-After": String(seconds) } });
}

/** What the backend said of it, where it said something that the visitor can act on. */
function failed(error: unknown, context: Context, values: LoginValues) {
  if (error instanceof UnauthorizedError)
    return data<LoginAnswer>({ values, errors: { code: "code" } }, { status: 422 });
  if (error instanceof EnvelopeError && !isOutage(error)) {
    return data<LoginAnswer>({ values, problem: "refused", message: error.serverMessage }, { status: 422 });
  }
  servicesOf(context).log.error({ requestId: requestIdOf(context), err: error }, "login failed");
  return data<LoginAnswer>({ values, problem: "loginUnavailable" }, { status: 503 });
}
