import type { MiddlewareFunction } from "react-router";
import { getServices } from "#app/http/request-context.ts";
import { redirectTo } from "#app/http/responses.ts";
import { chooseLocale, createLocaleCookie } from "#app/i18n/detection.ts";
import { defaultLocale } from "#app/i18n/locales.ts";
import { splitLocale, translatePath } from "#app/i18n/urls.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";

/** Redirects unprefixed pages to the stored language. Without a stored choice, the root follows the browser. */
export const language: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!isSafeMethod(request) || splitLocale(url.pathname).locale !== defaultLocale) return next();
  const targetLocale = chooseLocale(
    url.pathname,
    request.headers.get("Cookie"),
    request.headers.get("Accept-Language"),
  );
  if (targetLocale === defaultLocale) {
    const response = await next();
    if (url.pathname === "/") response.headers.set("Vary", "Accept-Language, Cookie");
    return response;
  }
  return redirectTo(translatePath(url.pathname + url.search, targetLocale), {
    headers: {
      "Cache-Control": privateNoStore,
      "Set-Cookie": createLocaleCookie(targetLocale, getServices(context).isSecure),
    },
  });
};
