import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { splitLocale } from "../../i18n/urls.ts";
import { partialCacheControl, privateNoStore } from "../../platform/http-cache.ts";
import { addTags, markPartial, markStale } from "../../platform/page-source.ts";
import { requestIdOf, signalOf } from "../../platform/request-facts.ts";
import type { Api } from "../../services/api.ts";
import { AbortedError, EnvelopeError } from "../../services/errors.ts";
import type { CallContext } from "../../services/request.ts";
import { clientGone, httpError, idInData, isUnauthorized } from "../http-error.ts";
import { loginAddress } from "../../i18n/login-address.ts";
import { redirectTo } from "../navigation.ts";
import { servicesOf } from "../services-context.ts";
import { userStore } from "../user-store.ts";
import { getInstance } from "./i18next.ts";
import { previewIn } from "./preview.ts";
import { visitorIn } from "./visitor.ts";

const apiContext = createContext<Api>();

/**
 * Binds the API to the language, token and id of a request, and marks the answer with what it was made from. A call that is
 * answered "unauthorized" ends the login, whoever made it: shared data that can't be had is otherwise left out without a
 * word.
 */
export const api: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { locale, path } = splitLocale(url.pathname);
  const { apiFor, log, isSecure } = servicesOf(context);
  const requestId = requestIdOf(context);
  const { token } = visitorIn(context);
  const signal = signalOf(context, request);
  let endOfLogin: Response | undefined;
  const onError = (error: unknown, isNamed: boolean) => {
    if (error instanceof AbortedError || signal.aborted) return clientGone(idInData(request, context));
    if (isUnauthorized(error)) {
      const sentence = token ? "login.messages.expired" : "login.messages.loginFirst";
      endOfLogin = redirectTo(loginAddress(url.pathname, url.search, getInstance(context).t(sentence)), {
        headers: { "Set-Cookie": userStore.set(undefined, isSecure), "Cache-Control": privateNoStore },
      });
      return endOfLogin;
    }
    const response = httpError(error, isNamed, url.pathname, idInData(request, context));
    if (response.status >= 500) log.error({ requestId, err: error }, "api call failed");
    else if (error instanceof EnvelopeError) log.debug({ requestId, endpoint: error.endpoint }, "not found");
    return response;
  };
  let isPartial = false;
  const call: CallContext = {
    locale,
    requestId,
    token,
    preview: previewIn(context)?.proof,
    signal,
    onRead: (tags) => addTags(context, tags),
    onStale: () => markStale(context),
    onPartial() {
      isPartial = true;
      markPartial(context);
    },
  };
  context.set(apiContext, apiFor(call, onError));
  const response = await next();
  const { headers } = response;
  if (isPartial && headers.get("Cache-Control")?.includes("public")) headers.set("Cache-Control", partialCacheControl);
  // What a visitor has sent is answered all the same: the next page that is read ends the login.
  const isRead = request.method === "GET" || request.method === "HEAD";
  return endOfLogin && isRead && path !== "/login" ? endOfLogin : response;
};

/** The API, as a loader asks for it. */
export function apiOf(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext);
}
