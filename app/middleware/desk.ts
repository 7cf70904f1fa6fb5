import { href, redirect, type MiddlewareFunction } from "react-router";
import { createDeskCookie, deskContext, deskCookies, getDeskVisit, readDeskCookie } from "#app/http/desk-context.ts";
import { isFromThisSite } from "#app/http/origin.ts";
import { getServices } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { getInstance } from "#app/i18n/i18next.server.ts";
import { defaultLocale, isLocale, localeCodes, locales } from "#app/i18n/locales.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";
import { logRefusal } from "./same-origin.ts";

const languageMaxAgeSeconds = 400 * 24 * 60 * 60;

/** Finds account and language. Responses are never cached. */
export const openDesk: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { desk, environment } = getServices(context);
  // Without a desk, loaders respond with the site's 404 page.
  if (!desk) return next();
  const chosen = readDeskCookie(request, deskCookies.language) ?? environment.OWNER_LANGUAGE;
  const locale = isLocale(chosen) ? chosen : defaultLocale;
  await getInstance(context).changeLanguage(locales[locale].language);
  const token = readDeskCookie(request, deskCookies.session);
  const account = token && (await desk.findAccount(token));
  context.set(deskContext, { desk, ownerTexts: desk.texts[locale], account: account || undefined });
  const response = await next();
  if (!response.headers.get("Cache-Control")?.startsWith("private"))
    response.headers.set("Cache-Control", privateNoStore);
  return response;
};

/** Rejects forms from other origins. Unlike the site, the desk also rejects forms whose origin no header reveals. */
export const refuseOtherOrigins: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (isSafeMethod(request) || isFromThisSite(request, url, context)) return next();
  logRefusal(request, context);
  throw createNotFound(url.pathname, undefined);
};

/** If a URL has `?language=`, stores that language for the desk, and redirects to the URL without it. */
export const chooseLanguage: MiddlewareFunction<Response> = ({ url, context }, next) => {
  const query = new URLSearchParams(url.search);
  const code = localeCodes.find((locale) => locales[locale].language === query.get("language"));
  const { desk, isSecure } = getServices(context);
  if (!code || !desk) return next();
  query.delete("language");
  return redirect(url.pathname + (query.size > 0 ? `?${query}` : ""), {
    status: 303,
    headers: [createDeskCookie(deskCookies.language, code, languageMaxAgeSeconds, isSecure)],
  });
};

/** Maximum URL length in the login's redirect, enough for all desk forms. */
const maxAddressLength = 2000;

/** Redirects to the login. Status 307 makes the browser resend a form to the login page, which holds its fields. */
export const requireAccount: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (!context.get(deskContext) || getDeskVisit(context).account !== undefined) return next();
  const address = (url.pathname + url.search).slice(0, maxAddressLength);
  const isSafe = isSafeMethod(request);
  const query = new URLSearchParams(isSafe ? { to: address.slice(0, 300) } : { unsent: address });
  return redirect(`${href("/desk/login")}?${query}`, isSafe ? 303 : 307);
};

/** Responds 401 with a sentence, which the editor displays. The editor keeps the unsaved text. */
export const requireAccountOfEditor: MiddlewareFunction<Response> = ({ context }, next) => {
  const visit = context.get(deskContext);
  if (!visit || visit.account !== undefined) return next();
  return Response.json({ message: visit.ownerTexts.t("desk.content.session") }, { status: 401 });
};
