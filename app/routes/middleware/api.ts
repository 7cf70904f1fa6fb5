import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { apiFor, log } from "../../compose.server.ts";
import { localizePath, splitLocale } from "../../i18n/urls.ts";
import { markSource } from "../../platform/page-source.ts";
import { requestIdOf } from "../../platform/request-id.ts";
import type { Api } from "../../services/api.ts";
import { EnvelopeError } from "../../services/errors.ts";
import { httpError, idInData, isUnauthorized } from "../http-error.ts";
import { redirectTo } from "../navigation.ts";
import { messagesOf } from "./messages.ts";

const apiContext = createContext<Api>();

/** Binds the API to the language and id of a request, and marks the answer with what it was made from. */
export const api: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { locale } = splitLocale(url.pathname);
  const requestId = requestIdOf(request);
  const onError = (error: unknown, isNamed: boolean) => {
    if (isUnauthorized(error)) {
      const message = messagesOf(context).t("pages:login.messages.loginFirst");
      return redirectTo(localizePath(`/login?${new URLSearchParams({ code: "401", message })}`, locale));
    }
    const response = httpError(error, isNamed, url.pathname, idInData(request));
    if (response.status >= 500) log.error({ requestId, err: error }, "api call failed");
    else if (error instanceof EnvelopeError) log.debug({ requestId, endpoint: error.endpoint }, "not found");
    return response;
  };
  const tags = new Set<string>();
  let isStale = false;
  const onRead = (read: string[]) => read.forEach((tag) => tags.add(tag));
  const onStale = () => (isStale = true);
  context.set(apiContext, apiFor({ locale, requestId, onRead, onStale }, onError));
  const response = await next();
  markSource(response.headers, { tags, isStale });
  return response;
};

/** The API, as a loader asks for it. */
export function apiOf(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext);
}
