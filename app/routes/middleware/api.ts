import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { apiFor, log } from "../../compose.server.ts";
import { localizePath, splitLocale } from "../../i18n/urls.ts";
import { requestIdOf } from "../../platform/request-id.ts";
import type { Api } from "../../services/api.ts";
import { EnvelopeError } from "../../services/errors.ts";
import { httpError, isUnauthorized } from "../http-error.ts";
import { redirectTo } from "../navigation.ts";
import { messagesOf } from "./messages.ts";

const apiContext = createContext<Api>();

/** Binds the API to the language and id of a request. */
export const api: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const { locale } = splitLocale(url.pathname);
  const requestId = requestIdOf(request);
  const onError = (error: unknown, isNamed: boolean) => {
    if (isUnauthorized(error)) {
      const message = messagesOf(context).t("pages:login.messages.loginFirst");
      return redirectTo(localizePath(`/login?${new URLSearchParams({ code: "401", message })}`, locale));
    }
    const response = httpError(error, isNamed, url.pathname, requestId);
    if (response.status >= 500) log.error({ requestId, err: error }, "api call failed");
    else if (error instanceof EnvelopeError) log.debug({ requestId, endpoint: error.endpoint }, "not found");
    return response;
  };
  context.set(apiContext, apiFor({ locale, requestId }, onError));
  return next();
};

/** The API, as a loader asks for it. */
export function apiOf(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext);
}
