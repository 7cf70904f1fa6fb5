import { createRequestHandler, href, redirect, type MiddlewareFunction } from "react-router";
import {
  createDeskCookie,
  deskContext,
  deskCookies,
  getDeskVisit,
  readDeskCookie,
  unsentFormContext,
} from "../http/desk-context.ts";
import { readForm } from "../http/forms/receive-form.ts";
import { createInnerContext, getRequestId, getServices, getSignal } from "../http/request-context.ts";
import { createNotFound, rejectRequest } from "../http/responses.ts";
import { getInstance } from "../i18n/i18next.server.ts";
import { defaultLocale, isLocale, localeCodes, locales } from "../i18n/locales.ts";
import { privateNoStore } from "../services/runtime/web/http-cache.ts";
import { isReadRequest } from "../services/runtime/web/read-request.ts";
import { isFromThisSite, logRefusal } from "./same-origin.ts";

const languageSeconds = 400 * 24 * 60 * 60;

/** Finds the account that is logged in and its language, and keeps what the desk responds out of all caches. */
export const openDesk: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { desk, environment } = getServices(context);
  // Loaders answer 404, with the page that visitors see.
  if (!desk) return next();
  const chosen = readDeskCookie(request, deskCookies.language) ?? environment.OWNER_LANGUAGE;
  const locale = isLocale(chosen) ? chosen : defaultLocale;
  await getInstance(context).changeLanguage(locales[locale].language);
  const token = readDeskCookie(request, deskCookies.session);
  const account = token && (await desk.findAccount(token));
  context.set(deskContext, { desk, owner: desk.owners[locale], account: account || undefined });
  const response = await next();
  if (!response.headers.get("Cache-Control")?.startsWith("private"))
    response.headers.set("Cache-Control", privateNoStore);
  return response;
};

/** Other than on the site, programs without the headers of browsers send no forms. */
export const refuseOtherOrigins: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (isReadRequest(request) || isFromThisSite(request, url, context)) return next();
  logRefusal(request, context);
  throw createNotFound(url.pathname, undefined);
};

/** A link with `?language=` chooses the language of the desk. */
export const chooseLanguage: MiddlewareFunction<Response> = ({ url, context }, next) => {
  const query = new URLSearchParams(url.search);
  const code = localeCodes.find((locale) => locales[locale].language === query.get("language"));
  const { desk, isSecure } = getServices(context);
  if (!code || !desk) return next();
  query.delete("language");
  return redirect(url.pathname + (query.size > 0 ? `?${query}` : ""), {
    status: 303,
    headers: [createDeskCookie(deskCookies.language, code, languageSeconds, isSecure)],
  });
};

/** The largest form has some 400: it names what is published. */
const maxUnsentFields = 500;

/** Leads to the login. A form that was sent after it had ended is kept on its page, to be sent again. */
export const requireAccount: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!context.get(deskContext) || getDeskVisit(context).account !== undefined) return next();
  if (!isReadRequest(request)) {
    const fields = [...(await readForm({ request, context }))];
    if (fields.length > maxUnsentFields) throw rejectRequest(413, getRequestId(context));
    const loginContext = createInnerContext(context, request);
    loginContext.set(unsentFormContext, { action: url.pathname + url.search, fields });
    const build = await import("virtual:react-router/server-build");
    const headers = { Cookie: request.headers.get("Cookie") ?? "" };
    const login = new Request(new URL(href("/desk/login"), request.url), {
      headers,
      signal: getSignal(context, request),
    });
    return createRequestHandler(build, "production")(login, loginContext);
  }
  const to = (url.pathname + url.search).slice(0, 300);
  return redirect(`${href("/desk/login")}?${new URLSearchParams({ to })}`, 303);
};

/** The editor shows the sentence beside the text, which stays. */
export const requireAccountOfEditor: MiddlewareFunction<Response> = ({ context }, next) => {
  const visit = context.get(deskContext);
  if (!visit || visit.account !== undefined) return next();
  return Response.json({ message: visit.owner.t("desk.content.session") }, { status: 401 });
};
